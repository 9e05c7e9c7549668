import { runCommand } from '../lib/command';
import { destroy } from '../lib/deploy/destroy';

runCommand(destroy);

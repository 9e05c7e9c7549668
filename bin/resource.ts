import { runCommand } from '../lib/command';
import { runResource } from '../lib/scaffold/command';

runCommand(runResource);

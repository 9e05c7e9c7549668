import { runTrace } from '../lib/build/trace';
import { runCommand } from '../lib/command';

runCommand(runTrace);

import { runCommand } from '../lib/command';
import { runRoute } from '../lib/scaffold/route';

runCommand(runRoute);

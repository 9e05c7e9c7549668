import { runCommand } from '../lib/command';
import { updateReadmes } from '../lib/scaffold/readme';

runCommand(updateReadmes);

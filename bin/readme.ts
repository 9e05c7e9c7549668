import { runCommand } from '../lib/command';
import { writeReadmes } from '../lib/docs/readme';

runCommand(writeReadmes);

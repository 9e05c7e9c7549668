import { runCommand } from '../lib/command';
import { writeReadme } from '../lib/docs/readme';

runCommand(writeReadme);

import { deploy } from '../lib/deploy';

process.exitCode = deploy(process.argv.slice(2));

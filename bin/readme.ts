import { readFileSync, writeFileSync } from 'node:fs';
import { remade } from '../lib/readme';

writeFileSync('README.md', remade(readFileSync('README.md', 'utf8')));

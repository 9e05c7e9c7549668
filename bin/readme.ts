import { readFileSync, writeFileSync } from 'node:fs';
import { remade } from '../lib/docs/readme';

const read = (file: string) => readFileSync(file, 'utf8');

writeFileSync('README.md', remade(read('README.md'), read('test/clients/data-provider.ts')));

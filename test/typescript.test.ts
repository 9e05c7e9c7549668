import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './local/assembly';

const { compile }: { compile(file: string): string } = require('../lib/typescript.cjs');

test('what Node reads is always made of the text that is there', () => {
  const file = join(temporaryFolder(), 'one.ts');
  const at = (text: string) => {
    writeFileSync(file, text);
    return compile(file).trim();
  };
  const once = [at('const a: number = 1'), at('const a: number = 2')];
  expect(once).toEqual(['const a = 1;', 'const a = 2;'].map((line) => expect.stringContaining(line)));
  expect([at('const a: number = 1'), at('const a: number = 2')]).toEqual(once);
  expect(() => at('const a: = 1')).toThrow('one.ts:1:9: ERROR: Unexpected "="');
});

test('what a file imports is compiled with it', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'one.ts'), "import './other';");
  writeFileSync(join(folder, 'other.ts'), "export const load = () => import('./third');");
  writeFileSync(join(folder, 'third.ts'), 'const a: = 1;');
  expect(() => compile(join(folder, 'one.ts'))).toThrow('third.ts:1:9: ERROR: Unexpected "="');
});

test('files may import each other, or what is not there, and two may be the same', () => {
  const folder = temporaryFolder();
  const loading = "export const load = (): Promise<object> => import('./one');";
  writeFileSync(join(folder, 'one.ts'), "import './other';\nimport './third';\nimport './gone';");
  for (const name of ['other', 'third']) writeFileSync(join(folder, `${name}.ts`), loading);
  expect(compile(join(folder, 'one.ts'))).toContain('require("./third")');
  expect(compile(join(folder, 'third.ts'))).toMatch(/const load = .*require\("\.\/one"\)/);
});

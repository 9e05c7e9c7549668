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

test('what a file imports is read with it, and each once', () => {
  const folder = temporaryFolder();
  const [one, other] = [join(folder, 'one.ts'), join(folder, 'other.ts')];
  writeFileSync(one, "import './other';\nimport './gone';\nconst a: number = 3;");
  writeFileSync(other, "export const load = () => import('./one');\nconst b: = 4;");
  expect(() => compile(one)).toThrow('other.ts:2:9: ERROR: Unexpected "="');
  writeFileSync(other, "export const load = () => import('./one');\nconst b: number = 4;");
  expect(compile(one)).toContain('const a = 3;');
  expect(compile(other)).toMatch(/const load = .*require\("\.\/one"\)/);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folder';

const { compile }: { compile(file: string): string } = require('../../../lib/build/typescript.cjs');

test('the hook compiles the current text of a file', () => {
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

test('the hook compiles two files with the same text', () => {
  const folder = temporaryFolder();
  const text = "export const load = (): Promise<object> => import('./one');";
  for (const name of ['one', 'other']) {
    writeFileSync(join(folder, `${name}.ts`), text);
    expect(compile(join(folder, `${name}.ts`))).toMatch(/const load = .*require\("\.\/one"\)/);
  }
});

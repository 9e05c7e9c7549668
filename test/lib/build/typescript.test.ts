import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hook } from '../../../lib/root';
import { temporaryFolder } from '../../support/folder';

const { compile }: { compile(file: string): string } = require(hook);

const folder = temporaryFolder();
const compiled = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return compile(file);
};

test('the hook compiles the current text of each file', () => {
  expect(compiled('one.ts', 'const a: number = 1')).toContain('const a = 1;');
  expect(compiled('one.ts', 'const a: number = 2')).toContain('const a = 2;');
  expect(compiled('other.ts', 'const a: number = 2')).toContain('const a = 2;');
  // Node's own import() would not load TypeScript.
  expect(compiled('other.ts', "export const load = import('./one')")).toContain('require("./one")');
  expect(() => compiled('one.ts', 'const a: = 1')).toThrow('one.ts:1:9: ERROR: Unexpected "="');
});

test('a trace names the line of the source', () => {
  const file = join(folder, 'thrown.ts');
  writeFileSync(file, 'type Removed = {\n  readonly a: string;\n};\nthrow new Error("thrown");');
  expect(`${spawnSync(process.execPath, ['--require', hook, file]).stderr}`).toContain(`(${file}:4:7)`);
});

import fs from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../../../functions/kit/http/route';
import { versionsOf } from '../../../functions/kit/resources';
import { root } from '../../../lib/root';
import { runResource } from '../../../lib/scaffold/command';
import { exportsFrom, reactionAdditionOf, reactionOf, reactionTextsOf } from '../../../lib/scaffold/reaction';
import { declared, describeFor } from '../../support/declared';

test.each([
  ['zombies --reaction', 'The resource is "zombies"; allowed with --reaction: '],
  ['--reaction', 'The resource is ""; allowed with --reaction: '],
  [
    'zombies --reaction --remove',
    '--remove takes the plural of a resource, its --version if it has several, and nothing',
  ],
  ['zombies --reaction --version 2', '--reaction belongs to all versions of a resource; leave it out'],
])('npm run resource -- %s is refused, and says what is allowed', async (line, sentence) => {
  await expect(runResource(line.split(' '))).rejects.toThrow(sentence);
});

test('a reaction has the plural of its resource in its name, and the noun in its log', () => {
  const {
    name,
    folder,
    declared: text,
    files,
  } = reactionTextsOf({ path: '/api/v1/zombie-heads', collection: 'ZOMBIE_HEAD' });
  expect([name, folder]).toEqual(['reactToZombieHeads', 'zombie-heads']);
  expect(text).toContain(
    "export const reactToZombieHeads = {\n  entry: 'functions/zombie-heads/changes.ts',\n  changesOf: zombieHeads,\n} as",
  );
  expect(files['changes.ts']).toContain('handleChanges(zombieHeads, async');
  expect(files['changes.ts']).toContain("message: 'zombie head created', id, at");
  expect(Object.keys(files)).toEqual(['changes.ts', '../../test/functions/zombie-heads/changes.test.ts']);
});

test.each([
  ['functions/zombies/changes.ts', 1],
  ['test/functions/zombies/changes.test.ts', 2],
])('a reaction is refused where %s is there', (file, place) => {
  const isThere = jest.spyOn(fs, 'existsSync');
  for (let at = 1; at <= place; at++) isThere.mockReturnValueOnce(at === place);
  const add = () => reactionOf({ path: '/api/v1/zombies', collection: 'ZOMBIE' });
  expect(add).toThrow(`There is a file ${file}; change it, or delete it first`);
  isThere.mockRestore();
  expect(add()).toBeInstanceOf(Function);
});

test('the list of jobs loses all lines of a folder that is removed, and no other', () => {
  const list = `/* Such as \`export * from './zombies/jobs';\`. */

export * from './zombie-heads/jobs';
export * from './zombies/jobs';
export {
  bury,
  wake,
} from './zombies/nights';
export * from './zombies-v2/jobs';
`;
  expect(list.replace(exportsFrom('zombies'), '')).toBe(`/* Such as \`export * from './zombies/jobs';\`. */

export * from './zombie-heads/jobs';
export * from './zombies-v2/jobs';
`);
});

const free = declared.find(
  ({ resource }) =>
    versionsOf(resource)[0] === resource &&
    !fs.existsSync(join(root, 'functions', folderOf(resource.path), 'changes.ts')),
);

describeFor({ what: 'a resource without a reaction', found: free }, 'npm run resource', ({ plural }) => {
  test('adds a reaction to a resource that is there, and refuses the options of a new one', () => {
    expect(reactionAdditionOf({ reaction: true }, plural)).toBeInstanceOf(Function);
    expect(() => reactionAdditionOf({ reaction: true, ...{ public: true } }, plural)).toThrow(
      `--public is of a new resource, and there are ${plural}; leave it out`,
    );
  });
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isTheirs } from '../support/sources';

/** A clone of the kit, and what a release does in it. `run` runs a line in the clone. */
type Kit = { readonly folder: string; readonly run: (line: string) => void };
type Release = { readonly about: string; readonly change: (kit: Kit) => void };

const write = ({ folder }: Kit, file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const read = ({ folder }: Kit, file: string) => readFileSync(join(folder, file), 'utf8');
const append = (kit: Kit, file: string, text: string) => write(kit, file, read(kit, file) + text);
/** Replaces a text that a file has once. */
const edit = (kit: Kit, file: string, from: string, to: string) => {
  const [before = '', after, ...others] = read(kit, file).split(from);
  if (after === undefined || others.length > 0)
    throw new Error(`${file} no longer has "${from}" once; change the releases`);
  write(kit, file, before + to + after);
};

/** Changes the form of the first screen, the examples of a sample, a kind of the kit, and a page. */
const firstScreen = (kit: Kit) => {
  edit(kit, 'lib/docs/front.ts', '# no AWS account, no Docker', '# without an AWS account and Docker');
  append(
    kit,
    'functions/kit/model/kinds.ts',
    '\n/** Whole number from 0 to 100. */\nexport const percentage = () => integer({ minimum: 0, maximum: 100 });\n',
  );
  write(
    kit,
    'test/functions/kit/model/percentage.test.ts',
    `import { percentage } from '../../../../functions/kit/model/kinds';

test('a percentage is at most 100', () => {
  expect(percentage()).toMatchObject({ minimum: 0, maximum: 100 });
});
`,
  );
  edit(kit, 'functions/posts/docs.ts', 'The engine weaves algebraical patterns.', 'The engine weaves patterns.');
  append(kit, 'functions/RECIPES.md', '\nA percentage is an `integer` from 0 to 100.\n');
  edit(kit, 'package.json', '    "synth":', '    "outdated": "npm outdated",\n    "synth":');
};

/** Adds a command, changes what all services say, the part of README.md about the kit, and the commands that adopters begin with. */
const command = (kit: Kit) => {
  write(
    kit,
    'bin/hello.ts',
    "import { runCommand } from '../lib/command';\nimport { runHello } from '../lib/hello';\n\nrunCommand(runHello);\n",
  );
  write(
    kit,
    'lib/hello.ts',
    "import { defineCommand } from './command';\n\n/** Greets. */\nexport const runHello = defineCommand({ name: 'npm run hello', options: {} }, () => 0);\n",
  );
  edit(kit, '.vscode/launch.json', '"export",', '"export", "hello",');
  edit(
    kit,
    'package.json',
    '    "synth":',
    '    "hello": "node --require ./lib/build/typescript.cjs bin/hello.ts",\n    "synth":',
  );
  edit(kit, 'functions/kit/site/openapi/texts.ts', "'List the routes'", "'List all routes'");
  write(kit, 'functions/posts/more.ts', '/** Length of a title that fits a line. */\nexport const maxTitle = 80;\n');
  append(kit, 'functions/users/model.ts', '\n/** Number of letters in a short name. */\nexport const shortName = 3;\n');
  append(
    kit,
    'test/functions/users/email.test.ts',
    "\ntest('a sample has one more test', () => {\n  expect(1).toBe(1);\n});\n",
  );
  edit(kit, 'README.md', 'Users and posts are two samples.', 'Users and posts are its two samples.');
  edit(kit, 'functions/MAKE-IT-YOURS.md', 'Everything else is shared.', 'All else is shared.');
  append(kit, 'test/README.md', '\n`npm run hello` greets.\n');
};

/** Adds a package, and changes the first and the last line of each file that is shared. */
const everyFile = (kit: Kit) => {
  // Takes a package that others need already, in their version, so that npm asks no registry.
  const { version } = JSON.parse(read(kit, 'package-lock.json')).packages['node_modules/semver'];
  kit.run(`npm pkg set devDependencies.semver=${version} && npm install --package-lock-only`);
  const files = readdirSync(kit.folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(bin|functions|lib|test)\/(?!clients\/|.*node_modules)/.test(file) && !isTheirs(file));
  for (const file of files.filter((each) => each.endsWith('.ts'))) {
    const text = read(kit, file);
    // A comment with the options of jest stays the first one.
    const first = text.startsWith('/**') ? '' : '// Release of the year.\n\n';
    // Leaves out files without room for three lines more.
    if (text.split('\n').length < 147) write(kit, file, `${first}${text}\n// End of the release.\n`);
  }
  for (const file of files.filter((each) => each.endsWith('.md')))
    append(kit, file, '\nThis page belongs to the release.\n');
};

/** The releases, each with a change of the kit, lib, tests, pages and package.json. Two change samples that an adopter has removed. */
export const releases: readonly Release[] = [
  { about: 'first screen, kind, sample', change: firstScreen },
  { about: 'command, pages, samples', change: command },
  { about: 'each shared file, a package', change: everyFile },
];

/** Makes a release in the clone of the kit, with the next minor version and an entry of CHANGELOG.md. Returns its version. */
export const makeRelease = (kit: Kit, { about, change }: Release) => {
  change(kit);
  const [, major, minor = ''] = /"version": "(\d+)\.(\d+)\./.exec(read(kit, 'package.json')) ?? [];
  const version = `${major}.${Number(minor) + 1}.0`;
  kit.run(`npm version ${version} --no-git-tag-version`);
  const entry = `## [${version}] - 2027-01-01\n\n- **Adopters** get: ${about}.\n`;
  edit(kit, 'CHANGELOG.md', '## [Unreleased]\n', `## [Unreleased]\n\n${entry}`);
  kit.run(`npm run fix && git add --all && git commit --quiet --message 'release ${version}'`);
  return version;
};

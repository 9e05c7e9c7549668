import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexNames } from '../../../lib/models/indexes';
import { createProject } from '../../support/project/project';

/*
 * A copy of the project gets two resources and mistakes that the compiler cannot see. A request showed them before.
 */

const { folder, copy, addResource, edit, spawn } = createProject();
const append = (file: string, code: string) =>
  writeFileSync(join(folder, file), `${readFileSync(join(folder, file), 'utf8')}${code}`);
const check = () => spawn(['--require', './lib/build/typescript.cjs', 'bin/check.ts']);

test('npm run check names each mistake that only a request, a start or a test would show', () => {
  copy();
  addResource('things text:text sku:text@unique state:open|done=open@indexed');
  addResource('parts text:text --of things');
  expect(check()).toMatchObject({ status: 0, stdout: '' });

  edit('functions/things/docs.ts', '    stored: [\n      {', '    stored: [\n      {\n        total: 1,');
  edit('functions/things/docs.ts', 'input: ThingInput', 'input: { text: ThingInput.text, sku: ThingInput.sku }');
  append(
    'functions/parts/routes.ts',
    `
export const askPart = {
  routeKey: 'GET /api/v1/parts/{id}/thing', entry: 'functions/parts/ask.ts', response: Part,
  actions: ['GetItem'], indexes: ['byThing'],
} as const satisfies Route;
`,
  );
  const handlerOf = (read: string) => `
import { LambdaClient } from '@aws-sdk/client-lambda';
import { handleGet } from '../kit/lambda/handle';
import { get } from '../kit/table/get';
import { Part } from './model';
import { askPart, getPart } from './routes';
export const handler = handleGet(${read}, async ({ id, caller }) => {
  new LambdaClient();
  return get({ collection: 'PART', model: Part }, { id, caller });
});
`;
  writeFileSync(join(folder, 'functions/parts/ask.ts'), handlerOf('askPart'));
  writeFileSync(join(folder, 'functions/parts/get.ts'), handlerOf('getPart'));

  const { status, stdout, stderr } = check();
  const indexes = `the table has ${[...indexNames, 'byThingState', 'byPartThingId'].join(', ')}`;
  expect([status, stdout.trimEnd().split('\n')]).toEqual([
    1,
    [
      `GET /api/v1/parts/{id}/thing queries the index "byThing", and ${indexes}: name one of these in \`indexes\`.`,
      ...['ask', 'get'].map((file) => expect.stringMatching(`^functions/parts/${file}.ts makes an entity of PART `)),
      'functions/things/docs.ts lacks "state" in `input`, from which relations and checks of stored items follow: add it.',
      expect.stringMatching(
        /^functions\/things\/docs.ts: `examples.stored\[0\]` does not fit PUT .+: total is not a member/,
      ),
      'The route GET /api/v1/parts/{id}/thing has no texts; add "askPart" to `others` in docs.ts.',
      expect.stringMatching(/^getPart has \d{6} bytes of shared code, 52000 are allowed; .+ to allow more, name /),
    ],
  ]);
  expect(stderr).toMatch(/^askPart has \d{6} bytes of shared code, more than 52000; .+$/m);
});

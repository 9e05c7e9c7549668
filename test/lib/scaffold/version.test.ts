import { folderOf } from '../../../functions/kit/http/route';
import { versionIn } from '../../../functions/kit/model/relation';
import { versionsOf } from '../../../functions/kit/resources';
import { readField } from '../../../lib/scaffold/fields/field';
import { versionAdditionOf } from '../../../lib/scaffold/version';
import { versionFilesOf } from '../../../lib/scaffold/version-templates';
import { declared, describeFor } from '../../support/declared';

const found = declared.find(({ resource, text }) => text && versionsOf(resource).at(-1) === resource);

describeFor({ what: 'a resource with a text', found }, 'npm run resource', ({ plural, path, text, long, resource }) => {
  const [folder, next] = [folderOf(path), versionIn(path) + 1];

  test.each<[options: object, reason: string, fields: string[]]>([
    [{ version: '9' }, `--version is 9; the next version of ${plural} is ${next}`, []],
    [{ rename: 'x=y' }, '--rename is x=y; allowed: ', []],
    [{ rename: `${text}=${long}` }, `The new field is "${long}", which is a field of ${folder}`, []],
    [{ rename: `${text}=rev` }, 'The new field is "rev", which belongs to the service', []],
    [{ drop: text }, `--drop is ${text}, which ${folder} requires`, []],
    [{ deprecate: '2026-01-01' }, '--deprecate is 2026-01-01; name a day to come', []],
    [{}, 'The new field is "unheardOf"; let it be optional or give it a default', ['unheardOf:text']],
    [{}, 'and neither @unique nor @indexed', ['unheardOf:text?@unique']],
    [{}, 'and neither @unique nor @indexed', ['unheardOf:calm>cross@indexed']],
  ])('refuses a version with %j: %s', (options, reason, fields) => {
    expect(() => versionAdditionOf({ version: `${next}`, ...options }, plural, fields)).toThrow(reason);
  });

  test('adds fields of handlers and states, of which the examples of a version show none', () => {
    const fields = ['unheardOf:integer=0@server', 'unseen:calm>cross', 'unsaid:text?'];
    expect(versionAdditionOf({ version: `${next}` }, plural, fields)).toBeInstanceOf(Function);
    const added = fields.map((field) => readField(field, plural, 'zombie'));
    const files = versionFilesOf(resource, `/api/v${next}/${plural}`, { input: '', added });
    expect(files['docs.ts']).toContain("added: { unsaid: 'Unsaid of the first zombie' }");
  });
});

const unique = declared.find(({ resource, input }) => {
  return versionsOf(resource).at(-1) === resource && Object.values(input).some((field) => field.unique);
});

describeFor(
  { what: 'a resource with a unique field', found: unique },
  'npm run resource',
  ({ plural, path, input }) => {
    test('refuses the name of a parameter of every list for a field by which a list finds resources', () => {
      const [name] = Object.entries(input).find(([, field]) => field.unique) ?? [];
      const options = { version: `${versionIn(path) + 1}`, rename: `${name}=limit` };
      const reason = 'The new field is "limit", which is a parameter of every list; choose another name';
      expect(() => versionAdditionOf(options, plural, [])).toThrow(reason);
    });
  },
);

import { createReadStream } from 'node:fs';
import { type Resource, titleOf } from '../../functions/kit/http/resource';
import { allStoredFields, firstVersions, resources, storedFields, versionsOf } from '../../functions/resources';

const nameOf = (resource: Resource) => titleOf(resource).replace(/^./, (letter) => letter.toLowerCase());

/** Resources of the service by noun, such as `post`, and `postV2` for its second version. A parent comes before its children. */
export const nouns: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [nameOf(resource), resource]));

/** Resources that an export writes, by noun: of each, the latest version of those that show the most fields. */
export const exported = firstVersions.map((first): [noun: string, Resource] => {
  const sizeOf = ({ input }: Resource) => Object.keys(input).length;
  const resource = versionsOf(first).reduce((best, each) => (sizeOf(each) < sizeOf(best) ? best : each));
  return [nameOf(resource), resource];
});

/** Names the fields that no line of an export holds, because the version that it asks does not show them. */
export const leftOut = exported.flatMap(([noun, resource]) => {
  const shown = storedFields(resource).map(({ attribute }) => attribute);
  const hidden = allStoredFields(resource).filter(({ attribute }) => !shown.includes(attribute));
  return hidden.map(({ name }) => `the field "${name}", which ${noun} does not show`);
});

/** Names in lines without a resource: of the source of an export, and of the id of a malformed item. No noun has a space. */
export const [SOURCE, MALFORMED] = ['exported from', 'malformed '];

/** Line of a file, such as `{"user":{"id":…}}` or `{"exported from":{…}}`. A line of another form has no noun. */
export type TransferLine = {
  readonly number: number;
  readonly text: string;
  readonly noun?: string;
  readonly resource: Readonly<Record<string, unknown>>;
};

const parseLine = (text: string, number: number): TransferLine => {
  try {
    const [[name = '', resource] = [], ...others] = Object.entries(Object(JSON.parse(text)));
    const isKnown = others.length === 0 && (nouns.has(name) || name === SOURCE);
    return { number, text, noun: isKnown ? name : undefined, resource: Object(resource) };
  } catch {
    return { number, text, resource: {} };
  }
};

/**
 * Parses and yields the lines of a file. Splits at newlines only. Node 24's readline would also split at U+2028, which JSON
 * allows inside a text.
 */
export async function* readLines(file: string) {
  let [number, rest] = [0, ''];
  for await (const chunk of createReadStream(file, 'utf8')) {
    const texts = `${rest}${chunk}`.split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) yield parseLine(text, ++number);
  }
  yield parseLine(rest, number + 1);
}

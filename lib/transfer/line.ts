import { createReadStream } from 'node:fs';
import { nounOf, type Resource } from '../../functions/kit/http/resource';
import { versionIn } from '../../functions/kit/http/route';
import { allStoredFields, firstVersions, resources, storedFields, versionsOf } from '../../functions/resources';

const nameOf = (resource: Resource) =>
  versionIn(resource.path) > 1 ? `${nounOf(resource)}V${versionIn(resource.path)}` : nounOf(resource);

/** Resources of the service by noun, such as `post`, and `postV2` for its second version. A parent comes before its children. */
export const nouns: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [nameOf(resource), resource]));

/** Nouns of the resources that an export writes: of each, the latest version of those that show the most fields. */
export const exportedNouns = firstVersions.map((first) => {
  const sizeOf = ({ input }: Resource) => Object.keys(input).length;
  return nameOf(versionsOf(first).reduce((best, each) => (sizeOf(each) < sizeOf(best) ? best : each)));
});

/** Names the fields that no line of an export holds, because the version that it asks does not show them. */
export const leftOut = exportedNouns.flatMap((noun) => {
  const resource = nouns.get(noun);
  const shown = resource ? storedFields(resource).map(({ attribute }) => attribute) : [];
  const hidden = resource ? allStoredFields(resource).filter(({ attribute }) => !shown.includes(attribute)) : [];
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

import { createReadStream } from 'node:fs';
import { nestedFieldsOf } from '../../functions/kit/model/models';
import { firstVersions, storedFields, versionsOf } from '../../functions/kit/resources';
import { type Resource, titleOf } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { type FieldTest, isBeyondPatch, readServerValues, splitMembers } from './server-fields';

const nameOf = (resource: Resource) => titleOf(resource).replace(/^./, (letter) => letter.toLowerCase());

/** Resources of the service by noun, such as `note`, and `noteV2` for its second version. A parent comes before its children. */
export const nouns: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [nameOf(resource), resource]));

export const memberPathOf = (noun: string, id: string) => `${nouns.get(noun)?.path}/${encodeURIComponent(id)}`;

/** Returns the names of the fields that a version shows, and that other versions do not. */
const ownNames = (resource: Resource, others: readonly Resource[]) => {
  const shown = others.flatMap(storedFields).map(({ attribute }) => attribute);
  const own = storedFields(resource).filter(({ attribute }) => !shown.includes(attribute));
  return own.map(({ name }) => name);
};

/** Returns the attributes of the fields of a version, and the paths of the members of their objects. */
const pathsIn = (resource: Resource) =>
  storedFields(resource).flatMap((field) => [field, ...nestedFieldsOf(field)].map(({ attribute }) => attribute));

/**
 * Throws for a member of an object that only a version shows from which a line takes no object. Without this, an export would leave
 * the member out.
 */
export const checkMembers = (all: readonly Exported[], versions = versionsOf) => {
  for (const [, main, parts] of all) {
    const taken = parts.flatMap(({ resource, names }) => {
      const attributes = storedFields(resource).flatMap(({ name, attribute }) =>
        names.includes(name) ? attribute : [],
      );
      return pathsIn(resource).filter((path) => attributes.some((attribute) => path.startsWith(`${attribute}.`)));
    });
    const known = [...pathsIn(main), ...taken];
    const lost = versions(main)
      .flatMap(pathsIn)
      .find((path) => path.includes('.') && !known.includes(path));
    if (lost)
      throw new Error(
        `No line of an export can have ${lost} of ${main.path}; let one version show it together with the other members`,
      );
  }
};

/** Version with its noun, and the names of the fields that a line of an export takes from it. */
type Part = { readonly noun: string; readonly resource: Resource; readonly names: readonly string[] };

export type Exported = readonly [noun: string, resource: Resource, others: readonly Part[]];

/**
 * Resources that an export writes, by noun: of each, the latest version of those that show the most fields. The other parts
 * of a line are the versions with fields that no part before shows.
 */
export const exported = firstVersions.map((first): Exported => {
  const sizeOf = (resource: Resource) => pathsIn(resource).length;
  const latest = versionsOf(first).toReversed();
  const [main = first, ...others] = latest.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const parts = others.map((resource, at): Part => {
    return { noun: nameOf(resource), resource, names: ownNames(resource, [main, ...others.slice(0, at)]) };
  });
  return [nameOf(main), main, parts.filter(({ names }) => names.length > 0)];
});

/** Names in lines without a resource: of the source of an export, and of the id of a malformed item. No noun has a space. */
export const [SOURCE, MALFORMED] = ['exported from', 'malformed '];

export type Members = Readonly<Record<string, unknown>>;

/** Members that only another version shows, as in `{"note":{"id":…},"noteV2":{"mood":…}}`, and the names of such fields. */
export type OtherPart = { readonly noun: string; readonly values: Members; readonly names: readonly string[] };

/**
 * Values of a version that the API does not set, and a sentence for each value that its field refuses. Only handlers set
 * these fields, or no PATCH leads to such a state.
 */
export type ServerPart = { readonly noun: string; readonly version: Resource } & ReturnType<typeof readServerValues>;

/** Line of a file, such as `{"note":{"id":…}}` or `{"exported from":{…}}`. A line of another form has no noun. */
export type TransferLine = {
  readonly number: number;
  readonly text: string;
  readonly noun?: string;
  readonly resource: Members;
  readonly others: readonly OtherPart[];
  readonly serverParts: readonly ServerPart[];
};

/** Leaves out what no PATCH sets. */
const clientPart = ({ noun, ...part }: OtherPart): OtherPart[] => {
  const { input = {} } = nouns.get(noun) ?? {};
  const { server, others: values } = splitMembers({ input }, part.values, isBeyondPatch);
  const names = part.names.filter((name) => !(name in server || input[name]?.isServerSet));
  return names.length > 0 || Object.keys(values).length > 0 ? [{ noun, values, names }] : [];
};

const serverPart = ({ noun, values }: Pick<OtherPart, 'noun' | 'values'>, isForTable?: FieldTest): ServerPart[] => {
  const version = nouns.get(noun);
  const { server } = splitMembers({ input: version?.input ?? {} }, values, isForTable);
  if (!version || Object.keys(server).length === 0) return [];
  return [{ noun, version, ...readServerValues(version, server) }];
};

const parseLine = (text: string, number: number): TransferLine => {
  try {
    const [[name = '', resource] = [], ...others] = Object.entries(Object(JSON.parse(text)));
    const first = nouns.get(name);
    const written = first ? [first] : [];
    const parts = others.flatMap(([noun, values]): OtherPart[] => {
      const version = nouns.get(noun);
      if (!version || version.collection !== first?.collection) return [];
      const names = ownNames(version, written);
      written.push(version);
      return [{ noun, values: Object(values), names }];
    });
    const isKnown = parts.length === others.length && (first || name === SOURCE);
    return {
      number,
      text,
      noun: isKnown ? name : undefined,
      resource: Object(resource),
      others: parts.flatMap(clientPart),
      // The PUT of the first part takes any state.
      serverParts: [
        ...serverPart({ noun: name, values: Object(resource) }),
        ...parts.flatMap((part) => serverPart(part, isBeyondPatch)),
      ],
    };
  } catch {
    return { number, text, resource: {}, others: [], serverParts: [] };
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

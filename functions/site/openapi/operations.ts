import { nounOf, type Resource, titleOf } from '../../http/resource';
import { type Row, type Verb, verbOf, verbs } from '../../http/row';
import { pluralIn } from '../../model/belonging';
import { childrenOf, resourceOf, resources } from '../../resources';
import * as routes from '../../routes';
import { examplesOf } from './examples';

type Prose = { readonly summary: string; readonly description: string };

/** Row of a route, with its name and its resource. OpenAPI calls the name its `operationId`. */
export type Operation = {
  readonly name: string;
  readonly row: Row;
  readonly resource?: Resource;
  readonly verb?: Verb;
};

/** Texts about the routes that are none of the six of a resource, in the order of the document. */
const otherProse: Readonly<Record<string, Prose>> = {
  listRoutes: {
    summary: 'List the routes',
    description: 'A browser, which asks for `text/html` first, is sent to `/docs`.',
  },
  getDescription: {
    summary: 'Get this description',
    description: 'OpenAPI 3.1, for tools; it changes with a deployment only.',
  },
  getReference: { summary: 'Get the interactive reference', description: 'One page of HTML, for a browser.' },
};

const removalProse = (resource: Resource, row: Row) => {
  const children = childrenOf(resource);
  if (!children || !row.query) return 'A second deletion is a 404.';
  const [noun, plural] = [nounOf(resource), pluralIn(children.path)];
  return `A ${noun} with ${plural} is not deleted, unless \`force\` deletes the ${plural}, too. With very many ${plural} that may end in a 503; repeat the request to continue.`;
};

const proseOf = ({ name, row, resource, verb }: Operation): Prose => {
  if (!resource || !verb) {
    const prose = otherProse[name];
    if (!prose) throw new Error(`The route ${row.routeKey} has no description; add "${name}" to otherProse.`);
    return prose;
  }
  const [noun, plural] = [nounOf(resource), pluralIn(resource.path)];
  const { attribute = '', parent = '' } = resource.belongsTo ?? {};
  const filter = attribute && `; \`${attribute}\` finds the ${plural} of one ${parent}`;
  const defaults = Object.values(row.takes ?? {}).some(
    ({ isOptional, default: value }) => isOptional || value !== undefined,
  );
  const texts: Record<Verb, [summary: string, description: string]> = {
    list: [`List ${plural}`, `Newest first, a page at a time${filter}.`],
    create: [
      `Create a ${noun}`,
      attribute ? `\`${attribute}\` names the ${parent}.` : `The response has the new ${noun}.`,
    ],
    get: [`Get a ${noun}`, 'The response is never older than an acknowledged write.'],
    replace: [
      `Replace a ${noun}`,
      `Replaces all members${defaults ? ': a member that is left out gets its default' : ''}. With \`If-None-Match: *\` it creates a ${noun} under the id in the path.`,
    ],
    update: [`Change a ${noun} in part`, 'A JSON Merge Patch (RFC 7396).'],
    remove: [`Delete a ${noun}`, removalProse(resource, row)],
  };
  const [summary, description] = texts[verb];
  return { summary, description: resource.prose?.[verb] ?? description };
};

const operationsOf = (resource: Resource | undefined) =>
  Object.entries<Row>(routes)
    .filter(([, row]) => row.routeKey !== '$default' && resourceOf(row) === resource)
    .map(([name, row]) => {
      const verb = resource && verbOf(row);
      return { name, row, resource, verb, prose: proseOf({ name, row, resource, verb }) };
    });

/** Returns the place of an operation among those of its resource. */
const placeOf = ({ name, verb }: Operation) =>
  verb ? verbs.indexOf(verb) : verbs.length + Object.keys(otherProse).indexOf(name);

/** All operations, in the order of the document: the resources, and the service itself without `$default`. */
export const operations = [...resources, undefined].flatMap((resource) =>
  operationsOf(resource).sort((one, other) => placeOf(one) - placeOf(other)),
);

/** Tags: one for each collection, and one for the routes about the service itself. */
export const tags = [
  ...resources.map(({ path, about }) => ({ name: pluralIn(path), description: about })),
  { name: 'service', description: 'Information about the service itself.' },
];

export const introduction = `A REST service for ${resources.map(({ path }) => pluralIn(path)).join(' and ')}.

**Lists** are JSON arrays. Follow \`Link: <…>; rel="next"\` until there is none. You see every resource that
exists all the time exactly once, whatever is created or deleted meanwhile. \`createdSince\` and \`createdBefore\` take a
part of the time, and \`id\`, repeated, takes resources by their ids.

**Concurrency.** Every resource has an \`ETag\`. A write with \`If-Match\` fails with 412 when another client
was faster. A read with \`If-None-Match\` is a 304 while nothing has changed.

**Retries.** A POST with an \`Idempotency-Key\` can be sent as often as you need. After a 503 the request may or may not
have been carried out; every other response tells what happened.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`, and list all faults of the headers, the
query and the body. Responses that API Gateway makes itself are \`application/json\` with a \`message\`.

\`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` names the methods. Another method is a 405 \`method-not-allowed\` with
\`Allow\`, an unknown path a 404 \`not-found\`, a slash at the end of a path a 308 to the path without it.`;

/** Paragraph of the introduction on a stage with ownership. */
export const ownershipNote = `

**Ownership.** What a caller creates is theirs: \`owner\` is a hash of the caller. Others get a 403 \`not-owner\`, or for a
user the 404 of one who does not exist. Only admins, who have the scope \`:admin\` of the resource, may list all users,
change what is not theirs, and set \`owner\`. From others \`owner\` is ignored in POST and PUT, and refused in PATCH. A token
without a subject and a client gets a 403.`;

/** Returns the tag of a route: the plural of its resource, or `service`. */
export const tagOf = ({ resource }: Operation) => (resource ? pluralIn(resource.path) : 'service');

/** Returns the name of the schema of the resource. An item of a list has its own schema if `expand` adds members. */
export const schemaNameOf = ({ resource, row }: Operation) =>
  resource ? `${row.expands ? 'Listed' : ''}${titleOf(resource)}` : 'Index';

const BODY_SUFFIXES: Partial<Record<Verb, string>> = { create: 'Input', replace: 'Replacement', update: 'Patch' };

/** Returns the name of the schema of the request body. */
export const bodyNameOf = (operation: Operation) =>
  `${schemaNameOf(operation)}${BODY_SUFFIXES[operation.verb ?? 'create']}`;

export const examplesIn = ({ resource, verb, row }: Operation) =>
  resource && row.returns ? examplesOf(resource, verb, row) : [];

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

import { name, version } from '../../../../package.json';
import { folderOf, methodOf, pathOf } from '../../http/route';
import { type Fields, ruleNames } from '../../model/field';
import { Id } from '../../model/id';
import { Owner } from '../../model/text';
import { READ_ONLY } from '../../rules/conditions';
import { groups, resources } from '../../yours';
import { endHeaders, headers } from './headers';
import { introduce } from './introduction';
import { type Authentication, bodyNameOf, operationOf, operations } from './operations';
import { problems } from './problems';
import { schemaNameOf } from './responses';
import { ANY, open, ref, schemaOf, schemaOfField } from './schemas';

const text = (maxLength: number, description?: string) => ({ type: 'string', maxLength, pattern: ANY, description });

/** Returns the schema of an object. The name of an optional member ends with `?`. */
const object = (description: string, members: Record<string, object>) => {
  const required = Object.keys(members).filter((name) => !name.endsWith('?'));
  const properties = Object.fromEntries(Object.entries(members).map(([name, each]) => [name.replace('?', ''), each]));
  return { type: 'object', description, required, properties };
};

const methods = { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 20, pattern: '^[A-Z]+$' } };
const path = { type: 'string', pattern: '^/', maxLength: 100 };
const day = { type: 'string', format: 'date', maxLength: 10 };

const ends = object('The days of a deprecated route.', { since: day, 'sunset?': day, successor: path });
const deprecated = {
  type: 'object',
  propertyNames: path,
  additionalProperties: { ...ends, ...open },
};
const routes = { type: 'object', propertyNames: path, additionalProperties: methods };

/** Returns the schemas that do not depend on the resources. A typed client reads the members of errors by their names. */
const serviceSchemas = (codes: readonly string[]) => ({
  RouteIndex: {
    ...object('Each path with its methods.', { routes, 'deprecated?': deprecated }),
    ...open,
  },
  Problem: object('The reason why a request failed (RFC 9457).', {
    type: text(100),
    title: text(100),
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
    code: text(100, `The stable name of the problem. A later version may add names to these: ${codes.join(', ')}.`),
    detail: text(2000),
    'errors?': { type: 'array', maxItems: 100, items: ref('Fault') },
    requestId: text(100, 'The id of this request in the log of the service.'),
  }),
  Fault: object('One error in a request: the part that is wrong, and the rule for this part.', {
    'pointer?': text(1000, 'A JSON Pointer into the body.'),
    'parameter?': text(1000),
    'header?': text(100),
    'resource?': text(1000, 'The path of another resource that the request would change, too.'),
    rule: text(100, `The stable name of the rule, one of these or a later one: ${ruleNames.flat().join(', ')}.`),
    detail: text(1000, 'In a 400 to put behind the name of the part, else a sentence.'),
  }),
  Message: object('The body of a response that API Gateway makes itself.', {
    message: { ...text(1000), type: ['string', 'null'] },
  }),
});

const resourceSchemas = (ownership: boolean) => {
  const schemas: Record<string, object> = {};
  const withOwner = (fields: Fields): Fields => (ownership ? { ...fields, owner: Owner } : fields);
  for (const operation of operations) {
    const { route, verb } = operation;
    if (!verb || !route.response) continue;
    const { body, expands = {} } = route;
    const response = withOwner(route.response);
    const expanded = Object.entries(expands).map(([name, model]) => [name, schemaOf(model)]);
    schemas[schemaNameOf(operation)] = schemaOf(response, Object.fromEntries(expanded));
    // A PUT accepts and ignores the fields that only the service sets, so that a client can send back what it got.
    const ignored = verb === 'replace' ? READ_ONLY.map((name) => [name, schemaOfField(response[name] ?? Id)]) : [];
    // A PATCH refuses the fields that only handlers set.
    const sent = Object.entries(withOwner(body ?? {})).filter(([, field]) => verb !== 'update' || !field.isServerSet);
    if (body) schemas[bodyNameOf(operation)] = schemaOf(Object.fromEntries(sent), Object.fromEntries(ignored), false);
  }
  return schemas;
};

/** Headers of the document. Those of deprecated routes are there only if a route has them. */
const usedHeaders = () => {
  const { Deprecation, Sunset, ...others } = headers;
  const ends = new Set(operations.flatMap(({ route }) => endHeaders(route)));
  return { ...others, ...(ends.has('Deprecation') && { Deprecation }), ...(ends.has('Sunset') && { Sunset }) };
};

/** Title of the service: its name in package.json, as words. */
export const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** Describes the service in OpenAPI 3.1, from the route table and from the models that the handlers validate with. */
export const describeService = (authentication: Authentication = {}) => {
  const { issuer, ownership = false } = authentication;
  const byPath: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const [path, method] = [pathOf(operation.route), methodOf(operation.route).toLowerCase()];
    byPath[path] = { ...byPath[path], [method]: operationOf(operation, authentication) };
  }
  const description = `A token of ${issuer} with the scope that the operation names.`;
  const token = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description };
  const codes = [...new Set(problems.map(([code]) => code))].filter((code) => ownership || code !== 'not-owner');
  return {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description: introduce(authentication),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The address that served this description.' }],
    tags: [
      ...resources.map(({ path, about }) => ({ name: folderOf(path), description: about })),
      ...groups.map(({ name, about }) => ({ name, description: about })),
      { name: 'service', description: 'Information about the service itself.' },
    ],
    paths: byPath,
    components: {
      schemas: { Id: schemaOfField(Id), ...resourceSchemas(ownership), ...serviceSchemas(codes) },
      headers: usedHeaders(),
      ...(issuer && { securitySchemes: { token } }),
    },
  };
};

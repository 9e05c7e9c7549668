import { methodOf, pathOf } from '../../http/row';
import type { Fields } from '../../model/field';
import { Id } from '../../model/id';
import { Owner } from '../../model/owner';
import { METHODS } from '../paths.built';
import { headers } from './headers';
import { type Authentication, operationOf } from './operation';
import { bodyNameOf, introduction, type Operation, operations, ownershipNote, schemaNameOf, tags } from './operations';
import { problems } from './problems';
import { listedSchema, replacementSchema, resourceSchema } from './resource-schemas';
import { ANY, schemaOf, schemaOfField } from './schemas';

const oneLine = (maxLength: number) => ({ type: 'string', maxLength, pattern: '.' });

const Fault = {
  type: 'object',
  description: 'One error in a request: the part that is wrong, and the rule for this part.',
  required: ['detail'],
  properties: {
    pointer: { ...oneLine(1000), description: 'A JSON Pointer into the body.' },
    parameter: { ...oneLine(1000), pattern: ANY },
    header: oneLine(100),
    detail: oneLine(1000),
  },
  additionalProperties: false,
};

const problemSchema = (ownership: boolean) => ({
  type: 'object',
  description: 'The reason why a request failed (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: oneLine(100),
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
    code: {
      type: 'string',
      enum: Object.keys(problems).filter((code) => ownership || code !== 'not-owner'),
      description: 'The stable name of the problem.',
    },
    detail: oneLine(2000),
    errors: { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/Fault' } },
    requestId: { ...oneLine(100), description: 'The id of this request in the log of the service.' },
  },
  additionalProperties: false,
});

const Index = {
  type: 'object',
  description: 'Each path with its methods.',
  required: ['routes'],
  properties: {
    routes: {
      type: 'object',
      propertyNames: { type: 'string', pattern: '^/', maxLength: 100 },
      additionalProperties: { type: 'array', maxItems: METHODS.length, items: { type: 'string', enum: METHODS } },
    },
  },
  additionalProperties: false,
};

const Message = {
  type: 'object',
  description: 'The body of a response that API Gateway makes itself.',
  required: ['message'],
  properties: { message: { ...oneLine(1000), type: ['string', 'null'] } },
  additionalProperties: false,
};

/** Returns the schema that an operation adds: a GET adds the resource, and a write adds its body. */
const schemaIn = (operation: Operation, ownership: boolean): [string, object][] => {
  const { verb, row } = operation;
  if (!verb || !row.returns) return [];
  const { expands } = row;
  const withOwner = (fields: Fields) => (ownership ? { ...fields, owner: Owner } : fields);
  const [takes, returns] = [row.takes && withOwner(row.takes), withOwner(row.returns)];
  if (expands) return [[schemaNameOf(operation), listedSchema(returns, expands)]];
  if (verb === 'get') return [[schemaNameOf(operation), resourceSchema(returns)]];
  if (!takes) return [];
  return [[bodyNameOf(operation), verb === 'replace' ? replacementSchema(takes, returns) : schemaOf(takes)]];
};

const schemas = (ownership: boolean) => ({
  Id: schemaOfField(Id),
  ...Object.fromEntries(operations.flatMap((operation) => schemaIn(operation, ownership))),
  Index,
  Problem: problemSchema(ownership),
  Fault,
  Message,
});

const paths = (authentication: Authentication) => {
  const byPath: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = pathOf(operation.row);
    const method = methodOf(operation.row).toLowerCase();
    byPath[path] = { ...byPath[path], [method]: operationOf(operation, authentication) };
  }
  return byPath;
};

const tokenScheme = (issuer: string) => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `A token of ${issuer} with the scope that the operation names.`,
});

/**
 * Describes the service in OpenAPI 3.1, from the route table and from the models that the handlers validate with.
 * Returns a function of the origin, so that the rest of the document, which takes 10 ms, is made only once.
 */
export const descriptionOf = (authentication: Authentication = {}) => {
  const { issuer, ownership = false } = authentication;
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Users and posts',
      version: '1.0.0',
      description: ownership ? introduction + ownershipNote : introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags,
    paths: paths(authentication),
    components: {
      schemas: schemas(ownership),
      headers,
      ...(issuer && { securitySchemes: { token: tokenScheme(issuer) } }),
    },
  };
  return (origin: string) => {
    return { ...document, servers: [{ url: origin, description: 'The address that served this description.' }] };
  };
};

import { READ_ONLY } from '../../http/members';
import { methodOf, pathOf } from '../../http/row';
import { Id, Instant } from '../../model/id';
import type { Members } from '../../model/member';
import { Post, PostInput, PostPatch } from '../../posts/model';
import { User, UserInput, UserPatch } from '../../users/model';
import { METHODS } from '../paths';
import { headers } from './headers';
import { type Access, operationOf } from './operation';
import { introduction, named, tags } from './operations';
import { problems } from './problems';
import { ANY, schemaOf, schemaOfMember } from './schemas';

const instant = { ...schemaOfMember(Instant), format: 'date-time', maxLength: 24 };

/** A resource has the members of its model; a time has the format of a time as well. */
const resourceSchema = (model: Members) => {
  const schema = schemaOf(model);
  return { ...schema, properties: { ...schema.properties, createdAt: instant, updatedAt: instant } };
};

const line = (maxLength: number) => ({ type: 'string', maxLength, pattern: '.' });

const Fault = {
  type: 'object',
  description: 'One thing that is wrong with a request, and what is allowed there.',
  required: ['detail'],
  properties: {
    pointer: { ...line(1000), description: 'A JSON Pointer into the body.' },
    parameter: { ...line(1000), pattern: ANY },
    header: line(100),
    detail: line(1000),
  },
  additionalProperties: false,
};

const Problem = {
  type: 'object',
  description: 'Why a request failed (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: line(100),
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
    code: { type: 'string', enum: Object.keys(problems), description: 'The stable name of the problem.' },
    detail: line(2000),
    errors: { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/Fault' } },
    requestId: { ...line(100), description: 'What the log of the service has this request under.' },
  },
  additionalProperties: false,
};

const Index = {
  type: 'object',
  description: 'Each path with the methods that it knows.',
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
  description: 'How API Gateway answers by itself.',
  required: ['message'],
  properties: { message: { ...line(1000), type: ['string', 'null'] } },
  additionalProperties: false,
};

/**
 * A replacement may hold the members that only the service sets, and the service ignores them. Only here are they
 * `readOnly`, because generated clients leave such a member out of a resource when they serialize it.
 */
const replacementSchema = (input: Members, resource: Members) => {
  const schema = schemaOf(input);
  const known = Object.entries(resourceSchema(resource).properties).filter(([name]) => READ_ONLY.includes(name));
  const readOnly = Object.fromEntries(known.map(([name, member]) => [name, { ...member, readOnly: true }]));
  return { ...schema, properties: { ...schema.properties, ...readOnly } };
};

const schemas = () => ({
  Id: schemaOfMember(Id),
  User: resourceSchema(User),
  UserInput: schemaOf(UserInput),
  UserReplacement: replacementSchema(UserInput, User),
  UserPatch: schemaOf(UserPatch),
  Post: resourceSchema(Post),
  PostInput: schemaOf(PostInput),
  PostReplacement: replacementSchema(PostInput, Post),
  PostPatch: schemaOf(PostPatch),
  Index,
  Problem,
  Fault,
  Message,
});

const paths = (access: Access) => {
  const byPath: Record<string, Record<string, object>> = {};
  for (const [name, row] of named) {
    const operation = operationOf(name, row, access);
    byPath[pathOf(row)] = { ...byPath[pathOf(row)], [methodOf(row).toLowerCase()]: operation };
  }
  return byPath;
};

const tokenOf = (issuer: string) => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `A token of ${issuer} with the scope that the operation names.`,
});

/**
 * The service as OpenAPI 3.1 has it, out of the route table and the models that the handlers validate with; where it
 * is asked for is said last, since all else takes 10 ms.
 */
export const descriptionOf = (access: Access = {}) => {
  const { issuer } = access;
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Users and posts',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags,
    paths: paths(access),
    components: {
      schemas: schemas(),
      headers,
      ...(issuer && { securitySchemes: { token: tokenOf(issuer) } }),
    },
  };
  return (origin: string) => {
    return { ...document, servers: [{ url: origin, description: 'Where this description comes from.' }] };
  };
};

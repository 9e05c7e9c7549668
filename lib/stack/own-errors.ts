import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Variables } from '../../functions/kit/environment';
import type { OwnParts, ServiceFunction } from './function';

/*
 * Names the mistakes of lib/own.ts, and of the routes and jobs that use it.
 */

/** Resources of a template by their logical ids. */
export type Template = Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;

type Context = {
  /** Replaces references of CDK by those of CloudFormation. */
  readonly resolve: (value: unknown) => unknown;
  readonly table: ITableV2;
  readonly parts: OwnParts;
};

const listNames = (names: readonly string[]) => names.join(', ') || 'none';

/** Variables of the service itself. The compiler asks for each of them. */
const ofService: Readonly<Record<keyof Variables, true>> = {
  TABLE_NAME: true,
  AWS_ENDPOINT_URL_DYNAMODB: true,
  CACHE_CONTROL: true,
  VARY: true,
  OWNERSHIP: true,
  OWNER_CLAIM: true,
  SCOPE_PREFIX: true,
  ISSUER: true,
  PROTECT_READS: true,
  _HANDLER: true,
};

const isTaken = (name: string) => Object.hasOwn(ofService, name) || !/^(?!AWS_|LAMBDA_)[A-Za-z]\w*$/.test(name);

/** Returns a sentence for each name in `grants` and `environment` that lib/own.ts does not have, or cannot give. */
export const nameErrors = ({ resources = {}, variables = {} }: OwnParts, { node, needs }: ServiceFunction) => {
  const { grants = {}, environment = [] } = needs;
  const given = Object.keys(variables).filter((name) => variables[name]);
  const missing = (member: string, wanted: readonly string[], known: readonly string[]) =>
    wanted
      .filter((each) => !known.includes(each))
      .map(
        (each) =>
          `"${member}" of ${node.id} has "${each}", which lib/own.ts does not give; allowed: ${listNames(known)}.`,
      );
  return [
    ...environment
      .filter(isTaken)
      .map(
        (each) =>
          `"environment" of ${node.id} has "${each}", which is no name, or one of the service or of Lambda; choose another.`,
      ),
    ...Object.keys(grants)
      .filter((name) => grants[name]?.length === 0)
      .map((name) => `"grants" of ${node.id} has no action on "${name}"; name one, or take it out.`),
    ...missing('grants', Object.keys(grants), ['*', ...Object.keys(resources)]),
    ...missing('environment', environment, given),
  ];
};

/** Tells whether a part of a template refers to the table of the service. */
const refersTo = ({ resolve, table }: Context, part: unknown) => {
  const text = JSON.stringify(part) ?? '';
  return [table.tableArn, table.tableName, table.tableStreamArn].some(
    (value) => value && text.includes(JSON.stringify(resolve(value)).replace(/^"|"$/g, '')),
  );
};

const resourceOf = ({ resolve, parts: { resources = {} } }: Context, name: string) =>
  name === '*' ? name : resolve(resources[name]);

/** Returns a sentence for each grant that opens the table of the service, or every resource without saying so. */
export const grantErrors = (context: Context, { node, needs }: ServiceFunction) =>
  Object.entries(needs.grants ?? {}).flatMap(([name, actions]) => {
    const resource = resourceOf(context, name);
    const isWide = typeof resource === 'string' && resource.includes('*');
    const isOfTables = actions.some((each) => /^dynamodb:(?!List|Describe)/i.test(each));
    if (refersTo(context, resource) || (isWide && isOfTables))
      return `"grants" of ${node.id} opens the table of the service by "${name}"; name its actions in "actions".`;
    if (resource === '*' && name !== '*')
      return `"grants" of ${node.id} has "${name}", which is every resource; name it "*" there.`;
    return [];
  });

/** Returns a sentence for what constructs ask for and the declarations of the functions of a role do not name. */
export const callErrors = (
  context: Context,
  functions: readonly ServiceFunction[],
  asked: readonly PolicyStatement[],
) => {
  const names = functions.map(({ node }) => node.id).join(' or ');
  const pairOf = (action: string, resource: unknown) => `${action} ${JSON.stringify(resource)}`;
  const allowed = functions.flatMap(({ needs }) =>
    Object.entries(needs.grants ?? {}).flatMap(([name, actions]) =>
      actions.map((action) => pairOf(action, resourceOf(context, name))),
    ),
  );
  return asked.flatMap(({ actions, resources }) => {
    const missing = context.resolve(resources);
    const wanted = [missing].flat().map((resource) => ({
      resource,
      actions: actions.filter((action) => !allowed.includes(pairOf(action, resource))),
    }));
    return wanted
      .filter((each) => each.actions.length > 0)
      .map((each) => {
        const calls = `lib/own.ts lets ${names} call ${each.actions.join(', ')} of ${JSON.stringify(each.resource)}`;
        return refersTo(context, each.resource)
          ? `${calls}; name them in "actions", because the table is the service's.`
          : `${calls}; add them to "grants" there, and give the resource in lib/own.ts.`;
      });
  });
};

type Change = { readonly added: readonly (readonly [string, Template[string]])[]; readonly before: Template };

/** Returns a sentence for each resource of lib/own.ts that reaches into the service, past the declarations of its functions. */
export const addedErrors = (context: Context, { added, before }: Change) => {
  const idsOf = (type: string) => Object.keys(before).filter((id) => before[id]?.Type === type);
  const [roles, functions] = ['AWS::IAM::Role', 'AWS::Lambda::Function'].map(idsOf);
  return added.flatMap(([id, { Type, Properties = {} }]) => {
    const text = JSON.stringify(Properties);
    const found = (ids: readonly string[] = []) => ids.find((each) => text.includes(`"${each}"`));
    const isOpen =
      Type === 'AWS::Lambda::Url' || (Type === 'AWS::Lambda::Permission' && text.includes('"Principal":"*"'));
    const role = found(roles);
    const target = isOpen && found(functions);
    return [
      ...(role
        ? [`lib/own.ts uses the role ${role} of the service in ${id}; name in "grants" what its functions need.`]
        : []),
      ...(Type.startsWith('AWS::IAM::') && refersTo(context, Properties)
        ? [`lib/own.ts opens the table of the service in ${id}; let a route or job use the table.`]
        : []),
      ...(target ? [`lib/own.ts lets everybody call ${target} of the service by ${id}; add a route.`] : []),
    ];
  });
};

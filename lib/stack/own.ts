import { isDeepStrictEqual } from 'node:util';
import { CfnResource, type Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as jobs from '../../functions/jobs';
import type { Variables } from '../../functions/kit/environment';
import type * as routes from '../../functions/routes';
import type { ExecutionRole } from './execution-roles';
import type { OwnParts, ServiceFunction } from './function';
import type { Settings } from './settings';

/** Parts of the stack that lib/own.ts builds on. */
export type OwnProps = {
  /** Scope of all constructs that lib/own.ts makes. */
  readonly scope: Construct;
  readonly settings: Settings;
  readonly table: ITableV2;
  /** Functions of the routes and jobs, by their names. */
  readonly functions: Readonly<Record<keyof typeof routes | keyof typeof jobs, IFunction>>;
};

/**
 * Adds constructs to the stack of the service.
 * @example export const own: Own = ({ scope }) => ({ resources: { orders: new Queue(scope, 'Orders').queueArn } });
 */
export type Own = (props: OwnProps) => OwnParts;

type Template = Readonly<Record<string, { readonly Type: string }>>;

/** Returns the resources of a stack as they stand in its template now, by their logical ids. */
const resourcesIn = (stack: Stack): Template => {
  const all = stack.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  return Object.assign({}, ...all.map((each) => stack.resolve(each._toCloudFormation()).Resources));
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

/** Returns a sentence for each name in `grants` and `environment` that lib/own.ts does not have, or cannot give. */
const missingIn = ({ resources = {}, variables = {} }: OwnParts, { node: { id: name }, needs }: ServiceFunction) => {
  const missing = (member: string, wanted: readonly string[], known: readonly string[]) =>
    wanted
      .filter((each) => !known.includes(each))
      .map(
        (each) => `"${member}" of ${name} has "${each}", which lib/own.ts does not name; allowed: ${listNames(known)}.`,
      );
  const taken = (needs.environment ?? []).filter(
    (each) => Object.hasOwn(ofService, each) || /^(AWS|LAMBDA)?_/.test(each),
  );
  return [
    ...taken.map(
      (each) => `"environment" of ${name} has "${each}", a name of the service or of Lambda; choose another.`,
    ),
    ...missing('grants', Object.keys(needs.grants ?? {}), ['*', ...Object.keys(resources)]),
    ...missing('environment', needs.environment ?? [], Object.keys(variables)),
  ];
};

/** Returns a sentence for each grant that opens the table of the service, whose permissions stand in `actions`. */
const openedBy = (stack: Stack, table: ITableV2, { resources = {} }: OwnParts, { node, needs }: ServiceFunction) => {
  const ofTable = JSON.stringify(stack.resolve(table.tableArn));
  return Object.entries(needs.grants ?? {}).flatMap(([name, actions]) => {
    const resource = JSON.stringify(stack.resolve(resources[name])) ?? '"*"';
    const isOpen =
      resource.includes(ofTable) || (resource.includes('*') && actions.some((each) => /^(dynamodb:|\*)/.test(each)));
    return isOpen
      ? [`"grants" of ${node.id} opens the table of the service by "${name}"; name its actions in "actions".`]
      : [];
  });
};

/** Returns a sentence for what constructs ask for and the declarations of the functions of a role do not name. */
const askedBeyond = (functions: readonly ServiceFunction[], wasAsked: ReadonlyMap<ExecutionRole, number>) =>
  [...wasAsked].flatMap(([role, count]) => {
    const own = functions.filter((each) => each.role === role);
    const allowed = own.flatMap(({ needs }) => Object.values(needs.grants ?? {}).flat());
    const asked = role.asked.slice(count).flatMap(({ actions }) => actions);
    const missing = asked.filter((action) => !allowed.some((each) => each === action));
    if (missing.length === 0) return [];
    const names = own.map(({ node }) => node.id).join(' or ');
    return `lib/own.ts lets ${names} call ${missing.join(', ')}; add them to "grants" there, and name the resource in lib/own.ts.`;
  });

type OwnOptions = Pick<OwnProps, 'settings' | 'table'> & { readonly functions: readonly ServiceFunction[] };

/**
 * Adds the constructs of lib/own.ts, and gives the functions what their routes and jobs name. Returns the logical ids of what
 * was added, and a sentence for each mistake.
 */
export const addOwn = (stack: Stack, own: Own, { functions, settings, table }: OwnOptions) => {
  const before = resourcesIn(stack);
  const wasAsked = new Map(functions.map(({ role }) => [role, role.asked.length]));
  const byName = functions.map(({ node, target }) => [node.id, target]);
  const scope = new Construct(stack, 'Own');
  const parts = own({ scope, settings, table, functions: Object.fromEntries(byName) });
  const after = resourcesIn(stack);
  const changed = Object.entries(before).filter(([id, each]) => !isDeepStrictEqual(after[id], each));
  for (const each of functions) each.addOwn(parts);
  const errors = [
    ...changed.map(
      ([id, { Type }]) => `lib/own.ts changes ${id}, which is ${Type} of the service; make one of your own.`,
    ),
    ...functions.flatMap((each) => [...missingIn(parts, each), ...openedBy(stack, table, parts, each)]),
    ...askedBeyond(functions, wasAsked),
  ];
  return { ids: Object.keys(after).filter((id) => !(id in before)), errors };
};

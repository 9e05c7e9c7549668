import { isDeepStrictEqual } from 'node:util';
import { CfnResource, type Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as jobs from '../../functions/jobs';
import type * as routes from '../../functions/routes';
import type { HandlerFunction } from './handler';
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

/** What lib/own.ts hands to the functions whose route or job names it. */
export type OwnParts = {
  /** ARNs by the names that `grants` have. */
  readonly resources?: Readonly<Record<string, string>>;
  /** Values by the names that `environment` has. */
  readonly variables?: Readonly<Record<string, string>>;
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

/** Returns a sentence for each name of a route or job that lib/own.ts does not have, and for each that it may not have. */
const missingIn = ({ resources = {}, variables = {} }: OwnParts, { node: { id: name }, needs }: HandlerFunction) => {
  const { grants = {}, environment = [] } = needs;
  const unknown = Object.keys(grants).filter((each) => each !== '*' && !(each in resources));
  return [
    ...unknown.map(
      (each) =>
        `"grants" of ${name} has "${each}", which lib/own.ts does not name; allowed: * and ${listNames(Object.keys(resources))}.`,
    ),
    ...environment
      .filter((each) => !(each in variables))
      .map(
        (each) =>
          `"environment" of ${name} has "${each}", which lib/own.ts does not name; allowed: ${listNames(Object.keys(variables))}.`,
      ),
  ];
};

/** Returns a sentence for each statement that constructs ask for and the declaration of the function does not name. */
const askedBeyond = ({ node: { id: name }, needs, role }: HandlerFunction, wasAsked: number) => {
  const allowed = Object.values(needs.grants ?? {}).flat();
  return role.asked.slice(wasAsked).flatMap(({ actions }) => {
    const missing = actions.filter((action) => !allowed.some((each) => each === action));
    if (missing.length === 0) return [];
    return `lib/own.ts lets ${name} call ${missing.join(', ')}; add them to its "grants", and name the resource in lib/own.ts.`;
  });
};

type OwnOptions = Pick<OwnProps, 'settings' | 'table'> & { readonly handlers: readonly HandlerFunction[] };

/**
 * Adds the constructs of lib/own.ts, and gives the functions what their routes and jobs name. Returns the logical ids of what
 * was added, and a sentence for each mistake.
 */
export const addOwn = (stack: Stack, own: Own, { handlers, settings, table }: OwnOptions) => {
  const before = resourcesIn(stack);
  const asked = new Map(handlers.map(({ role }) => [role, role.asked.length]));
  const scope = new Construct(stack, 'Own');
  const functions = Object.fromEntries(handlers.map((each) => [each.node.id, each.alias ?? each.function]));
  const parts = own({ scope, settings, table, functions: functions as OwnProps['functions'] });
  const after = resourcesIn(stack);
  const changed = Object.entries(before).filter(([id, each]) => !isDeepStrictEqual(after[id], each));
  const errors = [
    ...changed.map(([id, { Type }]) => `lib/own.ts changes ${id}, ${Type} of the service; make one of your own.`),
    ...handlers.flatMap((handler) => [
      ...missingIn(parts, handler),
      ...askedBeyond(handler, asked.get(handler.role) ?? 0),
      ...handler.addOwn(parts, table),
    ]),
  ];
  return { ids: Object.keys(after).filter((id) => !(id in before)), errors: [...new Set(errors)] };
};

import { isDeepStrictEqual } from 'node:util';
import { CfnResource, type Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as jobs from '../../functions/jobs';
import type * as routes from '../../functions/routes';
import { limitErrors, type OwnParts, type ServiceFunction } from './function';
import { addedErrors, callErrors, grantErrors, nameErrors, type Template } from './own-errors';
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

/** Returns the resources of a stack as they stand in its template now, by their logical ids. */
const resourcesIn = (stack: Stack): Template => {
  const all = stack.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  return Object.assign({}, ...all.map((each) => stack.resolve(each._toCloudFormation()).Resources));
};

type OwnOptions = Pick<OwnProps, 'settings' | 'table'> & { readonly functions: readonly ServiceFunction[] };

/** Types of what protects the data and the log of the service. */
const PROTECTED = /^AWS::(DynamoDB|Logs|KMS|IAM)::/;

/** Leaves out tags, which CDK adds at the end of a synthesis. */
const withoutTags = (resource: unknown) =>
  JSON.parse(JSON.stringify(resource ?? null, (key, value) => (key === 'Tags' ? undefined : value)));

/** Returns a sentence for each resource of the service that is no longer as it was. */
const changeErrors = (before: Template, after: Template) =>
  Object.entries(before)
    .filter(([id, each]) => !isDeepStrictEqual(withoutTags(after[id]), withoutTags(each)))
    .map(([id, { Type }]) => `lib/own.ts changes ${id}, which is ${Type} of the service; make one of your own.`);

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
  const added = Object.entries(after).filter(([id]) => !(id in before));
  for (const each of functions) each.addOwn(parts);
  const context = { resolve: (value: unknown) => stack.resolve(value), table, parts };
  const errors = [
    ...changeErrors(before, after),
    ...functions.flatMap((each) => [...limitErrors(each), ...nameErrors(parts, each), ...grantErrors(context, each)]),
    ...[...wasAsked].flatMap(([role, count]) =>
      callErrors(
        context,
        functions.filter((each) => each.role === role),
        role.asked.slice(count),
      ),
    ),
    ...addedErrors(context, { added, before }),
  ];
  // An aspect changes resources at the end of the synthesis.
  const protectedNow = Object.entries(resourcesIn(stack)).filter(
    ([id, { Type }]) => id in before && PROTECTED.test(Type),
  );
  stack.node.addValidation({ validate: () => changeErrors(Object.fromEntries(protectedNow), resourcesIn(stack)) });
  return { ids: added.map(([id]) => id), errors };
};

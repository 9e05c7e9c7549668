import { isGranted } from '../../../lib/local/template/policy';

export type Context = Readonly<Record<string, string>>;
type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** Statement of a policy without intrinsic functions. */
export type PolicyStatement = {
  readonly Effect: 'Allow';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Condition;
};

/** Request to AWS: an action, the ARN of its resource, and the condition keys that AWS knows of it. */
export type AwsRequest = { readonly action: string; readonly resource: string; readonly context: Context };

/** Longest name of a service that the pipeline's template takes. */
export const service = 'S'.repeat(64);

/** Lists the requests for actions of one service, as in `sns:Subscribe Unsubscribe`. An empty ARN names no resource. */
export const on = (arn: string, actions: string, context: Context = {}): AwsRequest[] => {
  const [prefix, names = ''] = actions.split(':');
  const resource = arn && `arn:aws:${arn}`;
  return names.split(' ').map((name) => ({ action: `${prefix}:${name}`, resource, context }));
};

export const isNew = { 'aws:RequestTag/service': service };
export const isTagged = { 'aws:ResourceTag/service': service };

/** Lists the requests for a path of API Gateway. */
export const ofApis = (path: string, verbs: string, context?: Context) =>
  on(`apigateway:eu-west-1::${path}`, `apigateway:${verbs}`, context);

/** Lists the requests for a part of an API or a domain. Parts have no tags. */
export const ofParts = (path: string) => [...ofApis(path, 'POST'), ...ofApis(`${path}/a1`, 'DELETE GET PATCH PUT')];

/** Lists the requests for what has tags. Nothing documents which tags `TagResource` shows when it asks for a list. */
export const ofTagged = (path: string, member: string) => [
  ...ofApis(path, 'POST', isNew),
  ...ofApis(path, 'TagResource'),
  ...ofApis(`${path}/${member}`, 'DELETE GET PATCH POST PUT TagResource', isTagged),
  ...ofApis('/tags/a1', 'DELETE POST PUT', isTagged),
];

/** Tells whether a text fits a pattern with the wildcards of IAM. */
const isLike = (value: string, pattern: string) =>
  RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(value);

/** Tells whether a request meets each operator and key of a condition. The values of a key are alternatives. */
const meets = (context: Context, condition: Condition = {}) =>
  Object.entries(condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, values]) => {
      const value = context[key];
      if (operator === 'ArnLike')
        return value !== undefined && [values].flat().some((pattern) => isLike(value, pattern));
      if (!/^StringEquals(IfExists)?$/.test(operator)) throw new Error(`The evaluator does not know ${operator}`);
      return value === undefined ? operator.endsWith('IfExists') : [values].flat().includes(value);
    }),
  );

/** Applies the statements of a policy to a request, as IAM does. */
export const isAllowed = (statements: readonly PolicyStatement[], { action, resource, context }: AwsRequest) =>
  isGranted(
    statements.filter(({ Condition }) => meets(context, Condition)),
    action,
    resource,
  );

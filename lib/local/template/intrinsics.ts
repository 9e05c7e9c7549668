import { localAccount } from '../../local-account';

export type LocalResource = { readonly Type: string; Properties?: Readonly<Record<string, unknown>> };
/** Resources of a template by their logical ids. */
export type LocalResources = Readonly<Record<string, LocalResource>>;

const { account, region, partition } = localAccount;

/** Values of the pseudo parameters. */
const pseudoParameters: Record<string, string> = {
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::Partition': partition,
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'local',
};

export const tableArn = (name: string) => `arn:aws:dynamodb:${region}:${account}:table/${name}`;
export const functionArn = (id: string) => `arn:aws:lambda:${region}:${account}:function:${id}`;

/** ARNs by the type of the resource, from its physical name. */
const arns: Record<string, (name: string) => string> = {
  'AWS::DynamoDB::GlobalTable': tableArn,
  'AWS::DynamoDB::Table': tableArn,
  'AWS::Lambda::Function': functionArn,
  'AWS::IAM::Role': (id) => `arn:aws:iam::${account}:role/${id}`,
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the physical name: the TableName of a table, the logical id of any other resource. */
const nameOf = (id: string, resources: LocalResources): string => String(resources[id]?.Properties?.TableName ?? id);

const resolveRef = (name: string, resources: LocalResources): string => {
  const { Type: type, Properties: properties } = resources[name] ?? {};
  if (type !== 'AWS::Lambda::Alias') return pseudoParameters[name] ?? nameOf(name, resources);
  return `${functionArn(String(resolveIntrinsics(properties?.FunctionName, resources)))}:${properties?.Name}`;
};

const resolveGetAtt = (operand: unknown, resources: LocalResources): string => {
  const [id = '', name = ''] = Array.isArray(operand) ? operand.map(String) : String(operand).split('.', 2);
  const arn = arns[resources[id]?.Type ?? ''];
  return name === 'Arn' && arn ? arn(nameOf(id, resources)) : `${id}.${name}`;
};

const resolveSub = (text: string, resources: LocalResources): string =>
  text.replace(/\$\{([^}!]+)\}/g, (_, name: string) =>
    name.includes('.') ? resolveGetAtt(name, resources) : resolveRef(name, resources),
  );

const resolveMembers = (members: Readonly<Record<string, unknown>>, resources: LocalResources) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, resolveIntrinsics(member, resources)]));

/** Replaces CloudFormation's intrinsic functions in a value by their results. */
export const resolveIntrinsics = (value: unknown, resources: LocalResources): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolveIntrinsics(item, resources));
  if (!isRecord(value)) return value;
  const [key, ...others] = Object.keys(value);
  if (key === undefined || others.length > 0 || !(key === 'Ref' || key.startsWith('Fn::')))
    return resolveMembers(value, resources);
  const operand = value[key];
  if (key === 'Ref') return resolveRef(String(operand), resources);
  if (key === 'Fn::GetAtt') return resolveGetAtt(operand, resources);
  if (key === 'Fn::Sub' && typeof operand === 'string') return resolveSub(operand, resources);
  if (key === 'Fn::Join' && Array.isArray(operand)) {
    const [separator, parts] = operand;
    const resolved = resolveIntrinsics(parts, resources);
    if (Array.isArray(resolved)) return resolved.map(String).join(String(separator));
  }
  throw new Error(
    `The template uses ${key} as ${JSON.stringify(operand)}; the local runner knows Ref and Fn::GetAtt, Fn::Join, Fn::Sub of a text`,
  );
};

/** Returns the properties of a resource without intrinsic functions. A missing resource has no properties. */
export const propertiesOf = (resource: LocalResource | undefined, resources: LocalResources): Record<string, unknown> =>
  resolveMembers(resource?.Properties ?? {}, resources);

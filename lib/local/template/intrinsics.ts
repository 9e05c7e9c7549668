import { localAccount } from '../../local-account';

type Properties = Record<string, unknown>;
/** Resources of a template by their logical ids. */
export type TemplateResources = Readonly<Record<string, { readonly Type: string; Properties?: Properties }>>;
export type LocalResources = ReturnType<typeof resolveResources>;

const { account, region, partition } = localAccount;

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

/** Replaces CloudFormation's intrinsic functions by their results, in the properties of a resource that is read. */
export const resolveResources = (resources: TemplateResources) => {
  /** Returns the physical name: the TableName of a table, the logical id of any other resource. */
  const nameOf = (id: string) => String(resources[id]?.Properties?.TableName ?? id);

  const resolveRef = (name: string): string => {
    const { Type: type, Properties: properties } = resources[name] ?? {};
    if (type !== 'AWS::Lambda::Alias') return pseudoParameters[name] ?? nameOf(name);
    return `${functionArn(String(resolve(properties?.FunctionName)))}:${properties?.Name}`;
  };

  const resolveGetAtt = (operand: unknown): string => {
    const [id = '', name = ''] = Array.isArray(operand) ? operand.map(String) : String(operand).split('.', 2);
    const arn = arns[resources[id]?.Type ?? ''];
    return name === 'Arn' && arn ? arn(nameOf(id)) : `${id}.${name}`;
  };

  const resolveSub = (text: string): string =>
    text.replace(/\$\{([^}!]+)\}/g, (_, name: string) => (name.includes('.') ? resolveGetAtt(name) : resolveRef(name)));

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    const [key = '', ...others] = Object.keys(value);
    if (others.length > 0 || !/^(Ref$|Fn::)/.test(key))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]));
    const operand = value[key];
    if (key === 'Ref') return resolveRef(String(operand));
    if (key === 'Fn::GetAtt') return resolveGetAtt(operand);
    if (key === 'Fn::Sub' && typeof operand === 'string') return resolveSub(operand);
    if (key === 'Fn::Join' && Array.isArray(operand)) {
      const [separator, parts] = operand;
      const resolved = resolve(parts);
      if (Array.isArray(resolved)) return resolved.map(String).join(String(separator));
    }
    throw new Error(
      `The template uses ${key} as ${JSON.stringify(operand)}; the local runner knows Ref and Fn::GetAtt, Fn::Join, Fn::Sub of a text`,
    );
  };

  /** Returns the properties of a resource. A missing resource has no properties. */
  const propertiesOf = (id: unknown): Properties => Object(resolve(resources[String(id)]?.Properties));
  return {
    propertiesOf,
    /** Reads the properties of all resources of a type. */
    readAll: <T>(type: RegExp, read: (properties: Properties, id: string) => T): T[] =>
      Object.entries(resources).flatMap(([id, { Type }]) => (type.test(Type) ? [read(propertiesOf(id), id)] : [])),
  };
};

type Properties = Record<string, unknown>;
/** Resources of a template by their logical ids. */
export type TemplateResources = Readonly<Record<string, { readonly Type: string; Properties?: Properties }>>;
export type LocalResources = ReturnType<typeof resolveResources>;

/** Account and region of every stack that runs on this machine. */
export const account = '000000000000';
export const region = 'us-east-1';

const pseudoParameters: Record<string, string> = {
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
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
  /** Returns the value of `Id` or `Id.Attribute`. The name of a resource is its TableName, or else its logical id. */
  const valueAt = (text: string): string => {
    const [id = '', attribute] = text.split('.', 2);
    const { Type: type = '', Properties: { TableName = id, FunctionName, Name } = {} } = resources[id] ?? {};
    if (type === 'AWS::Lambda::Alias') return `${functionArn(String(resolve(FunctionName)))}:${Name}`;
    const name = pseudoParameters[id] ?? String(TableName);
    if (attribute === undefined) return name;
    return (attribute === 'Arn' && arns[type]?.(name)) || `${id}.${attribute}`;
  };

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    const [key = '', ...others] = Object.keys(value);
    if (others.length > 0 || !/^(Ref$|Fn::)/.test(key))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]));
    const operand = value[key];
    if (key === 'Ref' || key === 'Fn::GetAtt') return valueAt([operand].flat().join('.'));
    if (key === 'Fn::Sub' && typeof operand === 'string')
      return operand.replace(/\$\{([^}!]+)\}/g, (_, name: string) => valueAt(name));
    if (key === 'Fn::Join' && Array.isArray(operand)) {
      const [separator, parts] = operand;
      const texts = resolve(parts);
      if (Array.isArray(texts)) return texts.map(String).join(String(separator));
    }
    throw new Error(
      `The template uses ${key} as ${JSON.stringify(operand)}; the local runner knows Ref and Fn::GetAtt, Fn::Join, Fn::Sub of a text`,
    );
  };

  const resolved = new Map<unknown, Properties>();
  /** Returns the properties of a resource. A missing resource has no properties. */
  const propertiesOf = (id: unknown): Properties => {
    const properties = resolved.get(id) ?? Object(resolve(resources[String(id)]?.Properties));
    resolved.set(id, properties);
    return properties;
  };
  return {
    propertiesOf,
    /** Reads the properties of all resources of a type. */
    readAll: <T>(type: RegExp, read: (properties: Properties, id: string) => T): T[] =>
      Object.entries(resources).flatMap(([id, { Type }]) => (type.test(Type) ? [read(propertiesOf(id), id)] : [])),
  };
};

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
/** Returns the ARN of the stream of a table. That of AWS ends with a time. */
export const streamArn = (tableName: string) => `${tableArn(tableName)}/stream/local`;
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

/** Replaces CloudFormation's intrinsic functions by their results, in the properties of a resource that are read. */
export const resolveResources = (resources: TemplateResources) => {
  /** Returns the value of `Id` or `Id.Attribute`, or undefined when only AWS knows the value. */
  const valueAt = (text: string): string | undefined => {
    const [id = '', attribute] = text.split('.', 2);
    const { Type: type = '', Properties: { TableName = id, FunctionName, Name } = {} } = resources[id] ?? {};
    if (type === 'AWS::Lambda::Alias') return `${functionArn(String(resolve(FunctionName)))}:${Name}`;
    if (type === 'AWS::IAM::ManagedPolicy') return `arn:aws:iam::${account}:policy/${id}`;
    const [arnOf, name] = [arns[type], String(resolve(TableName))];
    if (attribute === 'Arn') return arnOf?.(name);
    if (attribute === 'StreamArn') return streamArn(name);
    return attribute === undefined && arnOf ? name : pseudoParameters[text];
  };

  /**
   * Resolves a value. A name such as `Api` stands for a value that only AWS knows. If `isLenient`, such a value is
   * undefined, and so is the result of an unknown function.
   */
  const resolve = (value: unknown, isLenient = false): unknown => {
    const at = (text: string) => valueAt(text) ?? (isLenient ? undefined : text);
    const join = (parts: readonly unknown[], separator: string) =>
      parts.includes(undefined) ? undefined : parts.map(String).join(separator);

    if (Array.isArray(value)) return value.map((member) => resolve(member, isLenient));
    if (!isRecord(value)) return value;
    const [key = '', ...others] = Object.keys(value);
    if (others.length > 0 || !/^(Ref$|Fn::)/.test(key))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, isLenient)]));
    const operand = value[key];
    if (key === 'Ref' || key === 'Fn::GetAtt') return at([operand].flat().join('.'));
    // The split puts each name between the texts around it.
    if (key === 'Fn::Sub' && typeof operand === 'string')
      return join(
        operand.split(/\$\{([^}!]+)\}/).map((part, i) => (i % 2 === 1 ? at(part) : part)),
        '',
      );
    if (key === 'Fn::Join' && Array.isArray(operand)) {
      const [separator, parts] = operand;
      const texts = resolve(parts, isLenient);
      if (Array.isArray(texts)) return join(texts, String(separator));
    }
    if (isLenient) return undefined;
    throw new Error(
      `The template uses ${key} as ${JSON.stringify(operand)}; the local runner knows Ref and Fn::GetAtt, Fn::Join, Fn::Sub of a text`,
    );
  };

  /**
   * Returns the properties of a resource. A missing resource has no properties. Each property is resolved when it is read, so
   * that no other property can stop the start. Policies, variables and code may have parts that only AWS knows.
   */
  const propertiesOf = (id: unknown): Properties => {
    const { Type = '', Properties: all = {} } = resources[String(id)] ?? {};
    const properties: Properties = {};
    for (const [name, value] of Object.entries(all)) {
      const isLenient = Type.startsWith('AWS::IAM::') || ['Code', 'Environment'].includes(name);
      Object.defineProperty(properties, name, { get: () => resolve(value, isLenient) });
    }
    return properties;
  };
  return {
    propertiesOf,
    /** Reads the properties of all resources of a type. */
    readAll: <T>(type: RegExp, read: (properties: Properties, id: string) => T): T[] =>
      Object.entries(resources).flatMap(([id, { Type }]) => (type.test(Type) ? [read(propertiesOf(id), id)] : [])),
  };
};

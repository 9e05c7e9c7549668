import { place } from '../../place';

export type Resource = { Type: string; Properties?: Record<string, unknown>; DependsOn?: unknown };
export type Resources = Record<string, Resource>;

const pseudo: Record<string, string> = {
  'AWS::Region': place.region,
  'AWS::AccountId': place.account,
  'AWS::Partition': place.partition,
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'local',
  'AWS::StackId': `arn:aws:cloudformation:${place.region}:${place.account}:stack/local/local`,
  'AWS::NoValue': '',
};

const arns: Record<string, (logicalId: string) => string> = {
  'AWS::DynamoDB::GlobalTable': (id) => `arn:aws:dynamodb:${place.region}:${place.account}:table/${id}`,
  'AWS::DynamoDB::Table': (id) => `arn:aws:dynamodb:${place.region}:${place.account}:table/${id}`,
  'AWS::Lambda::Function': (id) => `arn:aws:lambda:${place.region}:${place.account}:function:${id}`,
  'AWS::Logs::LogGroup': (id) => `arn:aws:logs:${place.region}:${place.account}:log-group:${id}:*`,
  'AWS::IAM::Role': (id) => `arn:aws:iam::${place.account}:role/${id}`,
};

/** Replaces CloudFormation's functions by values; a physical name is a table's TableName, else the logical id. */
export function resolve(value: unknown, resources: Resources): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, resources));
  if (!isRecord(value)) return value;
  const [key, ...others] = Object.keys(value);
  if (key === undefined || others.length > 0 || !(key === 'Ref' || key.startsWith('Fn::'))) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, resources)]));
  }
  const operand = value[key];
  if (key === 'Ref') return reference(String(operand), resources);
  if (key === 'Fn::GetAtt') return attribute(operand, resources);
  if (key === 'Fn::Sub') return substitute(operand, resources);
  if (key === 'Fn::Join' && Array.isArray(operand)) {
    const [separator, parts] = operand;
    const resolved = resolve(parts, resources);
    if (Array.isArray(resolved)) return resolved.map(String).join(String(separator));
  }
  throw new Error(
    `The template uses ${key} as ${JSON.stringify(operand)}; the local runner knows Ref and Fn::GetAtt, Fn::Join, Fn::Sub`,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reference(name: string, resources: Resources): string {
  const { Type: type, Properties: properties } = resources[name] ?? {};
  if (type !== 'AWS::Lambda::Alias') return pseudo[name] ?? nameOf(name, resources);
  const arn = arns['AWS::Lambda::Function']?.(String(resolve(properties?.FunctionName, resources)));
  return `${arn}:${properties?.Name}`;
}

function attribute(operand: unknown, resources: Resources): string {
  const [id = '', name = ''] = Array.isArray(operand) ? operand.map(String) : String(operand).split('.', 2);
  const arn = arns[resources[id]?.Type ?? ''];
  return name === 'Arn' && arn ? arn(nameOf(id, resources)) : `${id}.${name}`;
}

function nameOf(id: string, resources: Resources): string {
  return String(resources[id]?.Properties?.TableName ?? id);
}

function substitute(operand: unknown, resources: Resources): string {
  const [text, variables] = Array.isArray(operand) ? operand : [operand, {}];
  const named = resolve(variables, resources);
  return String(text).replace(/\$\{([^}!]+)\}/g, (_, name: string) => {
    if (isRecord(named) && name in named) return String(named[name]);
    return name.includes('.') ? attribute(name, resources) : reference(name, resources);
  });
}

import type { OwnTemplate } from '../own-stack';

const entriesOf = ({ Resources }: OwnTemplate, type: string) =>
  Object.entries(Resources).filter(([, { Type }]) => Type === `AWS::${type}`);
export const idsOf = (template: OwnTemplate, type: string) => entriesOf(template, type).map(([id]) => id);
export const eachOf = (template: OwnTemplate, type: string) =>
  entriesOf(template, type).map(([, each]) => each.Properties);

/** Returns the id of the only resource of a type. */
export const idOf = (template: OwnTemplate, type: string) => {
  const ids = idsOf(template, type);
  expect(ids).toHaveLength(1);
  return String(ids[0]);
};
export const arnOf = (id: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [id, attribute] });

/** Lists the types of resources that serve reactions alone. */
export const typesOf = (template: OwnTemplate) =>
  Object.values(template.Resources)
    .map(({ Type }) => Type)
    .filter((type) => /::(EventSourceMapping$|S3::|SQS::)/.test(type))
    .sort();

/** Grants of the role by which the only reaction runs. */
export const grantsIn = (template: OwnTemplate) => {
  const [{ FunctionName } = {}] = eachOf(template, 'Lambda::EventSourceMapping');
  const { Role } = Object(template.Resources[Object(FunctionName).Ref]?.Properties);
  const { Policies } = Object(template.Resources[Role['Fn::GetAtt'][0]]?.Properties);
  expect(Policies).toHaveLength(1);
  return Policies[0].PolicyDocument.Statement.map(({ Action, Resource }: Record<string, unknown>) => [
    Action,
    Resource,
  ]);
};

export const readStream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (name) => `dynamodb:${name}`,
);

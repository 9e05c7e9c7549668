type TemplateResource = { readonly Type: string; readonly Properties: Json; readonly DependsOn?: readonly string[] };
// biome-ignore lint/suspicious/noExplicitAny: the expectations of a test are the check of a template's shape
type Json = any;

type StackJson = {
  Metadata: Json;
  Parameters: Record<string, { readonly Type: string }>;
  Resources: Record<string, TemplateResource>;
  Outputs: Record<string, Json>;
};

/**
 * Returns the service's part of the stack with these settings, without that of lib/own.ts, and without what reactions bring, which
 * test/lib/stack/jobs proves. Test files share its assembly, so no test may write there.
 */
export const templateOf = (settings: Record<string, unknown> = {}) => {
  const { assembly, json } = synthesizeOnce(settings);
  const template: StackJson = JSON.parse(json);
  for (const id of template.Metadata.Own ?? []) delete template.Resources[id];
  delete template.Metadata.Own;
  delete template.Metadata.Reactions;
  for (const [id, { Properties }] of Object.entries(template.Resources)) {
    delete Properties.StreamSpecification;
    if (/^Alarms(Behind|FailedChanges)/.test(id)) delete template.Resources[id];
  }
  const entries = (type: string) =>
    Object.entries(template.Resources).filter(([, { Type }]) => Type === `AWS::${type}`);
  const each = (type: string) => entries(type).map(([, resource]) => resource);
  return {
    ...template,
    assembly,
    entries,
    each,
    /** Returns the properties of the only resource of a type. */
    one: (type: string): Json => {
      const found = each(type);
      expect(found).toHaveLength(1);
      return found[0]?.Properties;
    },
    /** Returns the environment variables of a function. */
    variablesOf: (name: string): Json =>
      each('Lambda::Function').find(({ Properties }) => Properties.Handler === `${name}.handler`)?.Properties
        .Environment?.Variables ?? {},
  };
};

export type StackTemplate = ReturnType<typeof templateOf>;

export const issuer = 'https://login.example/';
export const certificate = 'arn:aws:acm:eu-central-1:123456789012:certificate/a1-b2';

/** A value for every setting that can be set together with the others. */
export const everySetting = {
  stage: 'prod',
  issuer,
  audience: 'a,b',
  scopePrefix: 'my-api/',
  protectReads: true,
  origins: 'https://a.example,https://b.example',
  throttle: '70,30',
  cacheSeconds: 60,
  alarmEmail: 'ops@example.com',
  alarmTopic: 'arn:aws:sns:us-east-1:123456789012:on-call',
  budget: 50,
  dashboard: true,
  logDays: 90,
  replicas: 'eu-west-1',
  closed: true,
  domain: `api.example.com,${certificate}`,
  canary: true,
  tracing: true,
  encryption: 'customer',
  maxUnits: 2000,
};

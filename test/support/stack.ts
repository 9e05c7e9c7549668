import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize, templateIn } from '../../lib/stack/synthesize';

export type Resource = {
  readonly Type: string;
  readonly Properties: Json;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly UpdatePolicy?: Json;
};
// biome-ignore lint/suspicious/noExplicitAny: what a test expects of a template is what it is there to check
type Json = any;

/** The template of the stack as these settings make it, with the bundles that all tests share. */
export const templateOf = (settings: Record<string, unknown> = {}) => {
  const assembly = synthesize(
    mkdtempSync(join(tmpdir(), 'stack-')),
    join(process.env.ASSEMBLY ?? '', 'bundles'),
    settings,
  );
  const template: { Resources: Record<string, Resource>; Outputs: Record<string, Json> } = templateIn(assembly);
  const entries = (type: string) =>
    Object.entries(template.Resources).filter(([, { Type }]) => Type === `AWS::${type}`);
  return {
    ...template,
    assembly,
    entries,
    each: (type: string) => entries(type).map(([, resource]) => resource),
    /** The properties of what there is one of. */
    one: (type: string): Json => {
      const found = entries(type);
      expect(found).toHaveLength(1);
      return found[0]?.[1].Properties;
    },
  };
};

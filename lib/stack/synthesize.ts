import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import * as routes from '../../functions/routes';
import { place } from '../place';
import { root } from '../root';
import { OPEN_TO_ALL } from './api';
import { ServiceStack } from './service-stack';
import { readSettings } from './settings';

/** What only tells AWS how CDK is used is, with the tree that nobody reads here, a tenth of a synthesis. */
const forAws = { '@aws-cdk/core:enableAdditionalMetadataCollection': false };

/**
 * The stack as `cdk synth` makes it from cdk.json and `more` settings, in this process; answers the folder of the cloud
 * assembly.
 */
export const synthesize = (outdir: string, bundles: string, more: Record<string, unknown> = {}): string => {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  const app = new App({ outdir, context: { ...context, ...forAws, ...more }, treeMetadata: false });
  const settings = readSettings(app.node);
  new ServiceStack(app, { settings, bundles, place: { account: place.account, region: place.region } });
  // Whoever synthesizes here does not deploy.
  Validations.of(app).acknowledge({ id: `Annotation::${OPEN_TO_ALL.id}`, reason: 'Only this machine gets at it.' });
  return app.synth().directory;
};

/** The same before there are bundles: what stands for each is the name of its function, and the assembly has no assets. */
export const synthesizeAhead = (outdir: string, more?: Record<string, unknown>): string => {
  const bundles = join(outdir, 'bundles');
  for (const name of Object.keys(routes)) {
    mkdirSync(join(bundles, name), { recursive: true });
    writeFileSync(join(bundles, name, `${name}.cjs`), name);
  }
  return synthesize(outdir, bundles, { ...more, 'aws:cdk:disable-asset-staging': true });
};

/** The one template of a cloud assembly. */
export const templateIn = (assembly: string) => {
  const file = readdirSync(assembly).find((name) => name.endsWith('.template.json')) ?? '';
  return JSON.parse(readFileSync(join(assembly, file), 'utf8'));
};

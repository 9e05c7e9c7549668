import { type BuildFailure, build, type Message } from 'esbuild';
import * as jobs from '../../functions/jobs';
import { firstVersions, parentsOf } from '../../functions/kit/resources';
import { describeService } from '../../functions/kit/site/openapi/document';
import { groups, resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { bundleOptions } from '../build/bundle';
import { defineCommand, messageOf } from '../command';
import { readmeErrors } from '../docs/readme';
import { indexErrors } from '../models/indexes';
import { modelErrors } from '../models/model-rules';
import { versionErrors } from '../models/version-rules';
import { circleErrors, expandErrors, parentErrors, sharedErrors } from './children';
import { exampleErrors } from './examples';
import { listErrors } from './lists';
import { stackErrors } from './stack';
import { resourceErrors } from './stores';
import { entityErrors } from './stray-entities';

const isBuildFailure = (error: unknown): error is BuildFailure => error instanceof Error && 'errors' in error;

const formatMessage = ({ text, location }: Message) =>
  `${location ? `${location.file}:${location.line}: ` : ''}${text}.`;

/** Builds the bundles in memory. Prints the warnings, and returns a sentence for each error. */
const bundleErrors = async () => {
  const options = { ...bundleOptions('none'), write: false };
  const { errors, warnings } = await build(options).catch((error: unknown) => {
    if (isBuildFailure(error)) return error;
    throw error;
  });
  for (const warning of warnings) process.stderr.write(`${formatMessage(warning)}\n`);
  return errors.map(formatMessage);
};

/** Makes the document with all that a stage can add to it. */
const documentErrors = () => {
  try {
    describeService({ issuer: 'https://issuer.example', ownership: true });
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
};

/** Finds what the compiler cannot see, and only a request or a deployment would show. Returns 1 if there is anything. */
export const runCheck = defineCommand({ name: 'npm run check', options: {} }, async () => {
  const relations = { resources: firstVersions, parentsOf };
  // With a circle, bundles and document would not end. The other mistakes would bring sentences that only follow from them.
  const basic = [...circleErrors(relations), ...listErrors(routes, resources), ...parentErrors(resources)];
  for (const error of basic) process.stdout.write(`${error}\n`);
  if (basic.length > 0) return 1;
  const bundling = bundleErrors();
  const errors = [
    ...sharedErrors(relations),
    ...expandErrors(routes),
    ...modelErrors(routes),
    ...versionErrors(),
    ...indexErrors({ ...routes, ...jobs }),
    ...entityErrors(),
    ...resourceErrors(routes, resources),
    ...exampleErrors(routes, { resources, first: firstVersions, groups }),
    ...documentErrors(),
    ...(await bundling),
  ];
  // The stack refuses the mistakes above once more, and README.md would show them.
  const all = errors.length > 0 ? errors : [...stackErrors(), ...readmeErrors()];
  for (const error of all) process.stdout.write(`${error}\n`);
  return all.length > 0 ? 1 : 0;
});

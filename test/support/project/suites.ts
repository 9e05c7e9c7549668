import type { createProject } from './project';

/** Folders and files whose subject no resource of a copy changes: they have things of their own, or run any template. */
const ofOthers =
  'clients/|functions/kit/(dynamodb|model|reactions|table)/|lib/local/\\w+/|lib/(check/stack|resend|stack/(jobs|own))|lib/docs/runbooks|lib/transfer/server-';

/** Tests that run with the lean client. The explorer plays a part of the pairs, because all take minutes. */
const ofResources = [
  `/test/(?!contract/(?!auth)|torture/|${ofOthers}).+(?<!program)\\.test\\.ts$`,
  'torture/(explore/resource|fuzz|planted/owned)',
];
const ofContract = ['/test/contract/(?!auth)', 'torture/.+/faults'];

/**
 * Runs the tests whose subject the resources of a copy change, those of the contract with the official client. The two runs have
 * a process each, which loads the functions, CDK and the schemas once. Two workers for each run would load them twice.
 */
export const runSuitesOf = async ({ runSuites }: Pick<ReturnType<typeof createProject>, 'runSuites'>) => {
  const [tests, contract] = await Promise.all([
    runSuites(ofResources, { EXPLORE_ONE_OF: '30' }),
    runSuites(ofContract, { CLIENT: 'sdk' }),
  ]);
  return { tests, 'contract, with the official client': contract };
};

/** Titles of the lines of jest about the routes that no row plays. */
export const unplayedRoutes = [
  'POST /api/v1/reviews/{id}/rating is not played: add rows to functions/reviews/docs.ts',
  'POST /webhooks/payments is not played: add rows to functions/webhooks/docs.ts',
];

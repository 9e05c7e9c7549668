import type { StageTemplate } from './fact';

/** Parts of a sentence about a resource of lib/own.ts, by what CloudFormation does with it. */
const sentences: Readonly<Record<string, readonly [does: string, end: string]>> = {
  WILL_REPLACE: ['replaces', ': the new one begins empty'],
  MAY_REPLACE: ['may replace', ': a new one begins empty'],
  WILL_DESTROY: ['deletes', ', with what it holds'],
  WILL_ORPHAN: ['lets go of', ': it stays in the account, and no stack knows it'],
};

const ofOwn = ({ Resources }: StageTemplate, ids: readonly string[]) => ({
  Resources: Object.fromEntries(Object.entries(Resources).filter(([id]) => ids.includes(id))),
});

/** Returns a sentence for each resource of lib/own.ts that the deployment would replace, delete or leave behind. */
export const ownChanges = async (was: StageTemplate, is: StageTemplate) => {
  const ids = [...(was.Metadata.Own ?? []), ...(is.Metadata.Own ?? [])];
  if (ids.length === 0) return [];
  // Takes 0.6 s to load, which only a stage with own resources needs.
  const { fullDiff } = await import('@aws-cdk/cloudformation-diff');
  const found: string[] = [];
  fullDiff(ofOwn(was, ids), ofOwn(is, ids)).resources.forEachDifference((id, { changeImpact, oldResourceType }) => {
    const [does, end] = sentences[changeImpact] ?? [];
    if (does) found.push(`This deployment ${does} ${id}, your ${oldResourceType}${end}.`);
  });
  return found;
};

import type { GivenSettings } from '../stack/context';
import type { Settings } from '../stack/settings';
import { type Fact, isDiscarded, type StageTemplate } from './fact';
import { accessFact, shownFact } from './facts/access';
import { indexesFact, ownersFact } from './facts/indexes';
import { modelsFact } from './facts/models';
import { collectionsFact, planFact } from './facts/plan';
import { reactionsFact, streamFact } from './facts/reactions';
import { domainFact, settingFacts } from './facts/settings';
import { tableFact } from './facts/table';
import { updateFacts } from './facts/updates';

const facts: readonly Fact[] = [
  ...settingFacts,
  domainFact,
  tableFact,
  collectionsFact,
  modelsFact,
  accessFact,
  shownFact,
  indexesFact,
  ownersFact,
  reactionsFact,
  streamFact,
  ...updateFacts,
  planFact,
];

type Deployment = { readonly region: string; readonly given?: GivenSettings; readonly confirm?: Settings['confirm'] };

/** Returns one sentence for each reason why a stage must not be deployed over the deployed one. */
export const refusalsOf = (deployed: StageTemplate, next: StageTemplate, deployment: Deployment) => {
  const { region, given = {}, confirm = [] } = deployment;
  const losses = facts.flatMap((fact) => {
    const was = fact.read(fact.isOfData && isDiscarded(next) ? next : deployed, region);
    return fact.lost(was, fact.read(next, region), given).map((sentence) => ({ name: fact.name, sentence }));
  });
  const refused = losses.filter(({ name }) => !name || !confirm.includes(name));
  const names = [...new Set([...confirm, ...refused.flatMap(({ name }) => name ?? [])])];
  const confirming = (sentence: string) => `${sentence.slice(0, -1)}, or confirm with -c confirm=${names}.`;
  return refused.map(({ name, sentence }) => (name ? confirming(sentence) : sentence));
};

import { compareFields, fieldAt, holderOf, isSameResource } from '../../models/compare-fields';
import type { StoredModels, TemplateField } from '../../models/stored-models';
import { defineFact, type StageTemplate } from '../fact';

/** Advice for a new rule. The guard cannot see whether the stored items have been fixed. */
const STEPS =
  'deploy the field alone, then run npm run verify -- --table <table> --fix with this code, then deploy and confirm this, and when no old function runs any more, verify again';

/** Adds later models to earlier ones. Keeps fields that the later ones lack, because stored items keep them, too. */
export const addModels = (before: StoredModels = {}, after: StoredModels = {}): StoredModels =>
  Object.fromEntries(Object.keys({ ...before, ...after }).map((name) => [name, { ...before[name], ...after[name] }]));

/** Returns the models of a stage, and those of the stage and all its earlier deployments. */
const modelsIn = ({ Metadata: { Models, Past, Deprecated } }: StageTemplate) => ({
  served: Models,
  all: addModels(Past, Models),
  sunsets: Deprecated,
});

type Models = ReturnType<typeof modelsIn>;

/** Returns the reason against the end of a resource, or of a version that clients may still call. */
const reasonsAgainstEnd = (folder: string, { sunsets }: Models, is: Models) => {
  if (!Object.keys(is.served).some((other) => isSameResource(folder, other)))
    return [`${folder} is gone, and its items are stored: keep it.`];
  const { [folder]: sunset } = sunsets;
  if (sunset === undefined) return [`${folder} is gone, and its clients were not told: deploy its deprecation first.`];
  return Date.parse(sunset) > Date.now()
    ? [`${folder} is gone before its sunset on ${sunset}: keep it until then.`]
    : [];
};

/** Returns a sentence for each reason why the items of a stage do not satisfy a field. */
const reasonsAgainst = (is: TemplateField, [folder, name]: readonly [string, string], { served, all }: Models) => {
  const [before, own, shared] = [served[folder]?.[name], all[folder]?.[name], fieldAt(served, folder, is.stored)];
  const found = own ?? fieldAt(all, folder, is.stored);
  // The stage writes items without a field that only an earlier deployment had.
  const was = found && { ...found, isRequired: (before ?? shared)?.isRequired === true };
  const lost = compareFields(is, was, !own && shared !== undefined);
  const [field, items] = [`${folder}.${name}`, `stored ${folder}`];
  const moved = own && own.stored !== is.stored ? [own.stored] : [];
  const fix = `and ${items} were written before: ${STEPS}.`;
  const lack = `and ${items} ${was ? 'may have' : 'have'} none: give it a default, or make it optional.`;
  const kinds = lost.otherKind ? [lost.otherKind] : [];
  return [
    ...moved.map((old) => `${field} is stored as ${is.stored}, and ${items} have ${old}: say stored: '${old}'.`),
    ...(lost.newRules.length > 0 ? [`${field} newly declares ${lost.newRules.join(' and ')}, ${fix}`] : []),
    ...(lost.hasOtherClaims ? [`${field} has another claim or normalize, ${fix}`] : []),
    ...(lost.lacksDefault ? [`${field} newly has a default in its index, ${fix}`] : []),
    ...(lost.lacksValue ? [`${field} is required, ${lack}`] : []),
    ...kinds.map((kind) => `${field} is ${is.kind}, and ${items} have ${kind}: keep ${kind}, or rename it.`),
    ...lost.refusedValues.map((value) => `${field} refuses "${value}", and ${items} may have it: keep the value.`),
  ];
};

/**
 * Tells whether a field is judged by itself. A member is not judged while its object is new, gone or of another kind, because the
 * object then has a reason of its own.
 */
const isJudged = (name: string, folder: string, { all, is }: Readonly<Record<'all' | 'is', StoredModels>>) => {
  const holder = holderOf(name);
  if (holder === undefined) return true;
  const object = is[folder]?.[holder];
  return object !== undefined && fieldAt(all, folder, object.stored)?.kind === object.kind;
};

/** Resources of a stage, their versions, and their fields. A new resource has no stored items. */
export const modelsFact = defineFact({
  name: 'models',
  isOfData: true,
  read: modelsIn,
  lost: (was, is) =>
    Object.keys({ ...was.all, ...is.served }).flatMap((folder) => {
      const { [folder]: fields } = is.served;
      if (!fields) return was.served[folder] ? reasonsAgainstEnd(folder, was, is) : [];
      if (!Object.keys(was.all).some((other) => isSameResource(folder, other))) return [];
      return Object.keys({ ...was.served[folder], ...fields }).flatMap((name) => {
        if (!isJudged(name, folder, { all: was.all, is: is.served })) return [];
        if (fields[name]) return reasonsAgainst(fields[name], [folder, name], was);
        return [`${folder}.${name} is gone, and stored ${folder} have it: keep it.`];
      });
    }),
});

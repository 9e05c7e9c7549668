import { indexOf } from '../../functions/kit/table/shards';
import { type Callers, callers, type ShownMembers, type StoredModels } from '../models/stored-models';
import type { GivenSettings } from '../stack/context';
import type { DeployedTemplate } from './deployed';

/** Returns the wider kind: `number` for an integer, and `text` for an instant or a text of a fixed set. */
const widen = (kind: string) => (kind === 'integer' ? 'number' : kind.replace(/oneOf|instant/, 'text'));

/** End of a sentence about a new rule. The guard cannot see whether the stored items have been fixed. */
const STEPS =
  'deploy the field alone, then run npm run verify -- --table <table> --fix with this code, then deploy and confirm this, and when no old function runs any more, verify again';

/** Adds later models to earlier ones. Keeps fields that the later ones lack, because stored items keep them, too. */
export const addModels = (before: StoredModels = {}, after: StoredModels = {}): StoredModels =>
  Object.fromEntries(Object.keys({ ...before, ...after }).map((name) => [name, { ...before[name], ...after[name] }]));

/** Parts of the metadata of a deployed template. */
type Earlier = Pick<NonNullable<DeployedTemplate['Metadata']>, 'Past' | 'Deprecated'>;

/** Returns the models of all versions of a resource. */
const versionsIn = (models: StoredModels, folder: string) =>
  Object.entries(models).filter(([other]) => other.replace(/-v\d+$/, '') === folder.replace(/-v\d+$/, ''));

/** Returns the field of a version that is stored in an attribute. */
const storedAt = (versions: ReturnType<typeof versionsIn>, attribute?: string) =>
  versions
    .flatMap(([, fields]) => Object.entries(fields))
    .find(([name, { stored = name }]) => stored === attribute)?.[1];

/** Returns the JSON type of a kind, in which all versions of a resource agree. */
const typeOf = (kind: string) => widen(kind.replace(/^list .*/, 'list'));

/** Returns the reason against the end of a version that clients may still call. */
const reasonAgainstEnd = (folder: string, sunset?: string) => {
  if (sunset === undefined) return [`${folder} is gone, and its clients were not told: deploy its deprecation first`];
  const isEarly = Date.parse(sunset) > Date.now();
  return isEarly ? [`${folder} is gone before its sunset on ${sunset}: keep it until then`] : [];
};

type StoredField = StoredModels[string][string];

/** Field as the code before stored it. */
type Before = {
  /** Field of the same version and name. */
  readonly own?: StoredField;
  /** Field of another version in the same attribute. */
  readonly other?: StoredField;
  readonly wasRequired?: boolean;
  /** True if another deployed version has the attribute, so that this version can narrow its values. */
  readonly isShared: boolean;
};

/** Returns the end of a sentence for each reason why stored items do not satisfy a field. */
const fieldErrors = (is: StoredField, name: string, items: string, { own, other, wasRequired, isShared }: Before) => {
  const was = own ?? other;
  const lack = `is required, and ${items} ${was ? 'may have' : 'have'} none: give it a default, or make it optional`;
  const isNarrowed = isShared && typeOf(is.kind) === typeOf(was?.kind ?? '');
  const isAllowed = !was || isNarrowed || [was.kind, widen(was.kind)].includes(is.kind);
  const removed = own?.kind === is.kind ? (own.values ?? []).filter((value) => !is.values?.includes(value)) : [];
  // Items that are older than a field have at most its default.
  const known = (was ? (was.rules ?? is.oldRules) : is.hasDefault ? [] : is.rules) ?? [];
  const rules = (is.rules ?? []).filter((rule) => !known.includes(rule)).join(' and ');
  const isReclaimed = was?.claims !== undefined && is.claims !== undefined && was.claims !== is.claims;
  // In release 2.0.0, each attribute had the name of its field.
  const stored = own && (own.stored ?? name);
  const moved = stored && is.stored && stored !== is.stored ? [stored] : [];
  return [
    ...moved.map((old) => `is stored as ${is.stored}, and ${items} have ${old}: say stored: '${old}'`),
    ...(rules ? [`newly declares ${rules}, and ${items} were written before: ${STEPS}`] : []),
    ...(isReclaimed ? [`has another claim or normalize, and ${items} were written before: ${STEPS}`] : []),
    ...(is.isRequired && !wasRequired ? [lack] : []),
    ...(isAllowed ? [] : [`is ${is.kind}, and ${items} have ${was.kind}: keep ${was.kind}, or rename it`]),
    ...removed.map((value) => `refuses "${value}", and ${items} may have it: keep the value`),
  ];
};

/** Returns the beginning of a sentence for each reason why the items of a stage do not satisfy the models of the code. */
export const reasonsAgainst = (
  models: StoredModels = {},
  deployed: StoredModels = {},
  { Past, Deprecated }: Earlier = {},
) => {
  const all = addModels(Past, deployed);
  return Object.keys({ ...all, ...models }).flatMap((folder) => {
    const [before, fields] = [deployed[folder], models[folder]];
    if (!fields && versionsIn(models, folder).length > 0)
      return before ? reasonAgainstEnd(folder, Deprecated?.[folder]) : [];
    if (!fields) return before ? [`${folder} is gone, and its items are stored: keep it`] : [];
    const [versions, latest] = [versionsIn(all, folder), versionsIn(deployed, folder)];
    // A new resource has no stored items.
    if (versions.length === 0) return [];
    return Object.entries({ ...before, ...fields }).flatMap(([name, { stored }]) => {
      const [is, own, items] = [fields[name], all[folder]?.[name], `stored ${folder}`];
      if (!is) return [`${folder}.${name} is gone, and ${items} have it: keep it`];
      const shared = storedAt(latest, stored);
      const wasRequired = (before?.[name] ?? shared)?.isRequired;
      const found = { own, other: storedAt(versions, stored), wasRequired, isShared: !own && shared !== undefined };
      return fieldErrors(is, name, items, found).map((error) => `${folder}.${name} ${error}`);
    });
  });
};

const isIndexed = (rules: readonly string[] = []) => rules.includes('indexed') || rules.includes('belongsTo');

/** Returns the indexes that the new code queries, and the deployed code does not. Version 1.0 tells no models. */
export const newIndexes = (models: StoredModels = {}, deployed: StoredModels = models) => {
  const added = Object.entries(models).flatMap(([folder, fields]) =>
    Object.values(fields).filter(({ rules, oldRules, stored }) => {
      const was = storedAt(versionsIn(deployed, folder), stored);
      return isIndexed(rules) && !isIndexed(was && (was.rules ?? oldRules));
    }),
  );
  return [...new Set(added.map(({ stored = '' }) => indexOf(stored)))];
};

/** Returns the callers of a route with the settings of a stage. */
const callersWith = ({ protectReads, ownership }: GivenSettings, named: Callers[string]) => {
  const [owners, scoped, everybody] = callers;
  return (named === everybody && protectReads) || (named === owners && !ownership) ? scoped : named;
};

/** Returns the beginning of a sentence for each route that the new code opens to more callers on a stage. */
export const openedRoutes = (next: Callers = {}, deployed: Callers = {}, settings: GivenSettings = {}) =>
  Object.entries(next).flatMap(([name, named]) => {
    const [was, is] = [callersWith(settings, deployed[name] ?? named), callersWith(settings, named)];
    if (callers.indexOf(is) <= callers.indexOf(was)) return [];
    const keep = 'keep its "access", and "isPrivate" of its resource';
    return [`After this deployment the route ${name} serves ${is}, and served only ${was} before: ${keep}`];
  });

/** Returns the beginning of a sentence for each list that shows more of parents than before. An older template tells none. */
export const newlyShown = (next: ShownMembers = {}, deployed: ShownMembers = {}) =>
  Object.entries(next).flatMap(([name, members]) => {
    const added = members.filter((member) => !(deployed[name] ?? members).includes(member)).join(', ');
    return added
      ? [`After this deployment the route ${name} shows ${added} to all its readers: take it out of "expands"`]
      : [];
  });

import type { StoredModels } from '../stack/models';
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

/** Tells whether another version of a resource stays, which shows its items. */
const isVersioned = (folder: string, models: StoredModels) =>
  Object.keys(models).some((other) => other.replace(/-v\d+$/, '') === folder.replace(/-v\d+$/, ''));

/** Returns the reason against the end of a version that clients may still call. */
const reasonAgainstEnd = (folder: string, sunset?: string) => {
  if (sunset === undefined) return [`${folder} is gone, and its clients were not told: deploy its deprecation first`];
  const isEarly = Date.parse(sunset) > Date.now();
  return isEarly ? [`${folder} is gone before its sunset on ${sunset}: keep it until then`] : [];
};

/** Returns the beginning of a sentence for each reason why the items of a stage do not satisfy the models of the code. */
export const reasonsAgainst = (
  models: StoredModels = {},
  deployed: StoredModels = {},
  { Past, Deprecated }: Earlier = {},
) =>
  Object.entries(addModels(Past, deployed)).flatMap(([plural, had]) => {
    const [before, fields] = [deployed[plural], models[plural]];
    if (!fields && isVersioned(plural, models)) return before ? reasonAgainstEnd(plural, Deprecated?.[plural]) : [];
    if (!fields) return before ? [`${plural} is gone, and its items are stored: keep it`] : [];
    return Object.keys({ ...before, ...fields }).flatMap((name) => {
      const [was, is, field, items] = [had[name], fields[name], `${plural}.${name}`, `stored ${plural}`];
      if (!is) return [`${field} is gone, and ${items} have it: keep it`];
      const lack = `${field} is required, and ${items} ${was ? 'may have' : 'have'} none`;
      const isLacked = is.isRequired && !before?.[name]?.isRequired;
      const isOther = was && ![was.kind, widen(was.kind)].includes(is.kind);
      const removed = was?.kind === is.kind ? (was.values ?? []).filter((value) => !is.values?.includes(value)) : [];
      // Items that are older than a field have at most its default.
      const known = (was ? (was.rules ?? is.oldRules) : is.hasDefault ? [] : is.rules) ?? [];
      const rules = (is.rules ?? []).filter((rule) => !known.includes(rule)).join(' and ');
      // In release 2.0.0, each attribute had the name of its field.
      const stored = was && (was.stored ?? name);
      const moved = stored && is.stored && stored !== is.stored ? [stored] : [];
      return [
        ...moved.map((old) => `${field} is stored as ${is.stored}, and ${items} have ${old}: say stored: '${old}'`),
        ...(rules ? [`${field} newly declares ${rules}, and ${items} were written before: ${STEPS}`] : []),
        ...(isLacked ? [`${lack}: give it a default, or make it optional`] : []),
        ...(isOther ? [`${field} is ${is.kind}, and ${items} have ${was.kind}: keep ${was.kind}, or rename it`] : []),
        ...removed.map((value) => `${field} refuses "${value}", and ${items} may have it: keep the value`),
      ];
    });
  });

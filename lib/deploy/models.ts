import type { StoredModels } from '../stack/models';

/** Returns the wider kind: `number` for an integer, and `text` for an instant or a text of a fixed set. */
const widen = (kind: string) => (kind === 'integer' ? 'number' : kind.replace(/oneOf|instant/, 'text'));

/**
 * Returns the beginning of a sentence for each reason why stored items do not satisfy the models. The guard ends the
 * sentence. `deployed` are the models with which the items were written.
 */
export const reasonsAgainst = (models: StoredModels = {}, deployed: StoredModels = {}) =>
  Object.entries(models).flatMap(([plural, fields]) => {
    const before = deployed[plural];
    if (!before) return [];
    return Object.entries(fields).flatMap(([name, { kind, values, isRequired }]) => {
      const [was, field, items] = [before[name], `${plural}.${name}`, `stored ${plural}`];
      const lack = `${field} is required, and ${items} ${was ? 'may have' : 'have'} none`;
      const isLacked = isRequired && !was?.isRequired;
      const isOther = was && ![was.kind, widen(was.kind)].includes(kind);
      const removed = was?.kind === kind ? (was.values ?? []).filter((value) => !values?.includes(value)) : [];
      return [
        ...(isLacked ? [`${lack}: give it a default, or make it optional`] : []),
        ...(isOther ? [`${field} is ${kind}, and ${items} have ${was.kind}: keep ${was.kind}, or rename it`] : []),
        ...removed.map((value) => `${field} refuses "${value}", and ${items} may have it: keep the value`),
      ];
    });
  });

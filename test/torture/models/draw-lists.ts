import { errorOf } from '../../../functions/kit/model/check';
import type { StoredField } from '../../../functions/kit/model/models';
import { isFilter } from '../../../functions/kit/model/page';
import { sortKindOf } from '../../../functions/kit/model/sort-kinds';
import { ownerOf } from '../../support/auth/owned';
import { compare, type ListParameters, type Shown } from '../../support/expected-list';
import type { Random } from '../../support/random';
import type { AnyResource } from './any-resource';

/** Draws bounds of a sorted field from two of its values. Another version can have written a text that is no time. */
const drawBounds = (
  { name, field }: StoredField,
  [one, other]: readonly [unknown, unknown],
  random: Random,
): ListParameters => {
  const [low = '', high = ''] = [one, other].sort(compare).map(String);
  const kind = sortKindOf(field);
  if (field.type) {
    const [min, max] = [{ [`${name}Min`]: low.replace(/^0$/, '-0') }, { [`${name}Max`]: high }];
    return random.pick([min, max, { ...min, ...max }]);
  }
  const { Since: { field: bound } = {} } = kind.bounds;
  if (bound) {
    if (errorOf(bound, one) || errorOf(bound, other)) return {};
    const [since, before] = [{ [`${name}Since`]: low }, { [`${name}Before`]: high }];
    return random.pick([since, before, low < high ? { ...since, ...before } : before]);
  }
  const prefix = [...low].slice(0, 1 + random.below(3)).join('');
  return { [`${name}Prefix`]: random.pick([prefix, prefix.toUpperCase()]) };
};

type Play = { readonly hasOwnership: boolean; readonly random: Random };

/** Draws parameters of lists: those of each declaration of a version, in either order, most with other parameters. */
export const drawLists = ({ entity }: AnyResource, shown: readonly Shown[], { hasOwnership, random }: Play) => {
  // A parameter without a value is a 400.
  const having = (name: string) => shown.filter((each) => (each[name] ?? '') !== '').map((each) => each[name]);
  const fields = Object.entries(entity.model).filter(([name]) => having(name).length > 0);
  const filterBy = (name: string): ListParameters => ({ [name]: String(random.pick(having(name))) });
  const boundsOf = (name: string) => {
    const each = entity.members.get(name);
    return each ? drawBounds(each, [random.pick(having(name)), random.pick(having(name))], random) : {};
  };
  const owners: readonly ListParameters[] = hasOwnership ? [{ owner: 'me' }, { owner: `${ownerOf('stranger')}` }] : [];
  const filters = [...fields.filter(([, field]) => isFilter(field)).map(([name]) => filterBy(name)), ...owners, {}];
  const time = String(random.pick(shown).createdAt);
  const others = [...filters, { createdSince: time }, { createdBefore: time }];
  const sorted = fields.filter(([, field]) => field.sorted);
  const ordered = (parameters: ListParameters): ListParameters =>
    random.chance(0.5) ? parameters : { ...parameters, order: 'asc' };
  // A bound without `sort` sorts the list of all resources.
  const whole = sorted.filter(([, field]) => field.sorted?.isWhole).map(([name]) => boundsOf(name));
  return [
    ordered({ ...random.pick([...others, ...whole]), ...random.pick(filters) }),
    ...sorted.flatMap(([name, { sorted: { within = [], isWhole = false } = {} }]) => {
      const found = within.filter((word) => having(word).length > 0).map(filterBy);
      const bounds = sorted.filter(([other]) => other !== name).map(([other]) => boundsOf(other));
      return [...(isWhole ? [{}] : []), ...found].map((finder) =>
        ordered({
          ...random.pick([...others, ...bounds]),
          ...random.pick([{}, boundsOf(name)]),
          ...finder,
          sort: name,
        }),
      );
    }),
  ];
};

import { isFilter } from '../../../functions/kit/model/page';
import { sortKindOf } from '../../../functions/kit/model/sort-kinds';
import { validValue } from '../../models/valid-body';
import { json, nameInRows, type View, views } from './resources';

/** Id of no resource. */
const NOBODY = '01890000-0000-7000-8000-000000000000';

type SortedField = View['fields'][number];

const sortedFields = ({ members }: View) => [...members.values()].filter(({ field }) => field.sorted);

/** Makes the rows of the lists of all resources in the order of a field. Resources of others can stand between the own ones. */
const rowsOfWhole = (view: View, { name, field }: SortedField) => {
  const values =
    field.sorted?.within.map((each) => `${each}=${encodeURIComponent(String(validValue(view, each)))}`) ?? [];
  const [one, other] = [view.examples.create.request, view.examples.stored[0]].map((each) => Reflect.get(each, name));
  const text = String(one ?? other ?? (field.type ? 1 : '2026-11-01'));
  const value = encodeURIComponent([...text].slice(0, 40).join(''));
  const bounds = Object.keys(sortKindOf(field).bounds).map((end) => `${name}${end}`);
  const scopes = field.sorted?.isWhole ? ['', ...values] : values;
  return scopes.flatMap((scope) =>
    [`sort=${name}`, ...bounds.map((each) => `${each}=${value}`)].map(
      (query) => `GET ${view.path}?${[query, scope].filter(Boolean).join('&')}&limit=1 | 200`,
    ),
  );
};

/** Makes the rows of the lists of one parent in the order of a field. The parent is new, so that the lists are known. */
const rowsOfParent = ({ path, relations, created, replaced }: View, { name, field }: SortedField) =>
  relations
    .filter(({ attribute }) => field.sorted?.within.includes(attribute))
    .flatMap(({ attribute, parent }) => {
      // Values that are equal come in the order of ids, and `a` has the lesser one.
      const [one, other] = [created, replaced].map(({ [name]: sent }, at) => {
        const value = typeof sent === 'string' ? (field.parse?.(sent) ?? sent) : sent;
        return field.sorted?.keyOf(value, `${at}`);
      });
      if (one === undefined || other === undefined) return [];
      const [first, last] = Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0 ? ['b', 'a'] : ['a', 'b'];
      const line = `GET ${path}?${attribute}={${nameInRows(parent)}.id}&sort=${name}`;
      return [
        `${line} | prefer: count=exact | 200 | x-total-count: 2 | ["{${last}.body}","{${first}.body}"]`,
        `p = ${line}&order=asc&limit=1 | 200 | ["{${first}.body}"]`,
        `GET {p.next} | 200 | ["{${last}.body}"]`,
      ];
    });

/** Makes the rows of the children of one parent that have another value, too. */
const rowsOfTwo = ({ path, relations, input, created, replaced }: View) => {
  const [relation] = relations;
  if (!relation) return [];
  return Object.entries(input)
    .filter(([name, field]) => isFilter(field) && !field.parent && created[name] !== undefined)
    .flatMap(([name, { unique }]) => {
      const shown = unique || created[name] !== replaced[name] ? '["{a.body}"]' : '["{b.body}","{a.body}"]';
      const value = encodeURIComponent(String(created[name])).replace('%7Brun%7D', '{run}');
      return [
        `GET ${path}?${relation.attribute}={${nameInRows(relation.parent)}.id}&${name}=${value} | 200 | ${shown}`,
        `GET ${path}?${relation.attribute}=${NOBODY}&${name}=${value} | 200 | []`,
      ];
    });
};

/** Promises about the lists of each resource that have an order, or several parameters. */
export const lists = views
  .map((view) => {
    const sorted = sortedFields(view);
    const rows = [
      ...sorted.flatMap((field) => [...rowsOfWhole(view, field), ...rowsOfParent(view, field)]),
      ...rowsOfTwo(view),
    ];
    if (rows.length === 0) return '';
    const { label, parents, path, created, replaced } = view;
    return `
# The ${label} are listed in the order of their values, and by several parameters
${parents}
a = POST ${path} | ${json(created)} | 201
b = POST ${path} | ${json(replaced)} | 201
${rows.join('\n')}
`;
  })
  .join('');

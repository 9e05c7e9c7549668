import { optionalObjectIn } from '../../../functions/kit/model/relation';
import { validValue } from '../../models/valid-body';
import { bodyFrom, json, type View, views } from './resources';

/** Makes the promise that no two resources have the same value of a unique field. */
const promiseUnique = (view: View) => {
  const { label, path, input, parents, created, replaced } = view;
  return Object.entries(created)
    .filter(([name]) => input[name]?.unique)
    .map(([name, value]) => {
      const taken = `409 ${name}-taken | {"errors":[{"pointer":"#/${name}","rule":"taken","detail":"/./"}]}`;
      // Only this value is taken: the other unique fields have values of their own.
      const rival = json({ ...bodyFrom(view, 'replace', 'c'), [name]: value });
      const { normalize = String } = input[name]?.unique ?? {};
      // Keeps `{run}` in lower case.
      const inUpper = String(value).replace(/[^}]*$/, (end) => end.toUpperCase());
      const alike = normalize(inUpper) === normalize(String(value)) ? inUpper : value;
      const found = `GET ${path}?${name}=${encodeURIComponent(String(value)).replace('%7Brun%7D', '{run}')}`;
      return `
# No two ${label} have the same ${name}, and a value that was given up is free
${parents}
a = POST ${path} | ${json(created)} | 201
b = POST ${path} | ${json(replaced)} | 201
${found} | prefer: count=exact | 200 | x-total-count: 1 | preference-applied: count=exact | ["{a.body}"]
POST ${path} | ${rival} | ${taken}
PUT ${path}/{new} | if-none-match: * | ${rival} | ${taken}
PUT {b} | ${rival} | ${taken}
PATCH {b} | ${json({ [name]: alike })} | ${taken}
GET {b} | 200 | etag: {b.etag} | "{b.body}"
PATCH {a} | ${json({ [name]: String(value).replace('a', 'z') })} | 200
PUT {b} | ${rival} | 200
${found} | 200 | [{"id":"{b.id}"}]
DELETE {b} | 204
${found} | 200 | []
POST ${path} | ${rival} | 201
`;
    });
};

/** Makes the promise about fields that a resource need not have. */
const promiseOptional = ({ label, path, input, parents, created }: View) => {
  const optional = Object.entries(input).filter(
    ([, field]) => !field.isServerSet && (field.isOptional || field.default !== undefined),
  );
  if (optional.length === 0) return '';
  const without = Object.fromEntries(optional.map(([name]) => [name, undefined]));
  const nothing = json(Object.fromEntries(optional.map(([name]) => [name, null])));
  const shown = json(Object.fromEntries(optional.map(([name, field]) => [name, field.default ?? null])));
  return `
# The ${label} can lose what they need not have
${parents}
a = POST ${path} | ${json(created)} | 201
PATCH {a} | ${nothing} | 200 | ${shown}
PUT {a} | ${json(created)} | 200 | ${json(created)}
PUT {a} | ${json({ ...created, ...without })} | 200 | ${shown}
`;
};

/** Makes the promises about objects that can be missing, and that have required members. */
const promiseWhole = ({ label, path, input, parents, created }: View) =>
  Object.entries(input).flatMap(([name, field]) => {
    const place = field.isServerSet ? undefined : optionalObjectIn(field);
    if (!place) return [];
    const patchWith = (value: unknown) =>
      json([name, ...place].reduceRight((inner, word) => ({ [word]: inner }), value));
    return `
# The ${label} have no part of a ${[name, ...place].join('.')} without its required members
${parents}
a = POST ${path} | ${json(created)} | 201
b = PATCH {a} | ${patchWith(null)} | 200
PATCH {a} | ${patchWith({})} | 422 ${name}-incomplete | {"errors":[{"rule":"required"}]}
GET {a} | 200 | etag: {b.etag} | "{b.body}"
`;
  });

/** Makes the promise about the fields that only handlers set. */
const promiseServerSet = (view: View) => {
  const { label, path, input, parents, created, replaced } = view;
  const own = Object.keys(input).filter((name) => input[name]?.isServerSet);
  if (own.length === 0) return '';
  const values = Object.fromEntries(own.map((name) => [name, validValue(view, name)]));
  const errors = own.map((name) => ({ pointer: `#/${name}`, rule: 'read-only', detail: '/./' }));
  return `
# The ${label} take and ignore what only handlers set, and refuse it in a PATCH
${parents}
a = POST ${path} | ${json(created)} | 201
PUT {a} | ${json({ ...replaced, ...values })} | 200
PATCH {a} | ${json(values)} | 400 invalid-body | ${json({ errors })}
DELETE {a} | 204
POST ${path} | ${json({ ...created, ...values })} | 201
`;
};

/** Makes the promises about each state: the changes that it allows, and those that it refuses. */
const promiseStates = (view: View) => {
  const { label, path, input, parents, replaced } = view;
  const states = Object.entries(input).filter(([, { changes, isServerSet }]) => changes && !isServerSet);
  return states.flatMap(([name, { oneOf = [], changes }]) =>
    oneOf.map((state) => {
      const mayBecome = (other: string) => changes?.sourcesOf(other).includes(state) ?? false;
      const [allowed, refused] = [true, false].map((isAllowed) =>
        oneOf.filter((other) => other !== state && mayBecome(other) === isAllowed),
      );
      const problem = {
        detail: `/^${name} cannot become \\w+: ${state} /`,
        errors: [{ pointer: `#/${name}`, rule: 'not-allowed' }],
      };
      const create = (mark: string) =>
        `POST ${path} | ${json({ ...bodyFrom(view, 'create', mark), [name]: state })} | 201`;
      const refusals = refused?.flatMap((other) =>
        [`PATCH {a} | ${json({ [name]: other })}`, `PUT {a} | ${json({ ...replaced, [name]: other })}`].map(
          (line) => `${line} | 409 ${name}-not-possible | ${json(problem)}`,
        ),
      );
      const changed = allowed?.flatMap((other, at) => [
        `m = ${create(`m${at}`)}`,
        `PATCH {m} | ${json({ [name]: other })} | 200 | etag: !{m.etag} | ${json({ [name]: other })}`,
      ]);
      return `
# The ${label} change from the ${name} ${state} only as it allows
${parents}
a = ${create('a')} | ${json({ [name]: state })}
PATCH {a} | ${json({ [name]: state })} | 200 | etag: {a.etag}
${refusals?.join('\n')}
GET {a} | 200 | etag: {a.etag}
PUT {a} | ${json(replaced)} | 200 | ${json({ [name]: state })}
${changed?.join('\n')}
`;
    }),
  );
};

/** Promises that follow from the fields of a resource. */
export const fields = [
  ...views.flatMap(promiseUnique),
  ...[promiseOptional, promiseServerSet].flatMap((promise) => views.map(promise)),
  ...[promiseWhole, promiseStates].flatMap((promise) => views.flatMap(promise)),
].join('');

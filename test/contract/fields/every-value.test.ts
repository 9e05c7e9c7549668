import fc from 'fast-check';
import { errorOf } from '../../../functions/model/check';
import type { Field, Value } from '../../../functions/model/field';
import { instant } from '../../../functions/model/kinds';
import { creatorOf, resourceRows, routeOf } from '../../support/every-resource';
import { useService } from '../../support/service';

const service = useService();
const { ask } = service;
const { requestFor } = creatorOf(service);

const [min, max] = [new Date('0000-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')];

/** Makes valid values of a field, as a response shows them. */
const valuesFor = (field: Field): fc.Arbitrary<Value> => {
  const { type, minimum, maximum, items, maxItems, oneOf, pattern } = field;
  if (items) return fc.array(valuesFor(items) as fc.Arbitrary<string>, { maxLength: maxItems });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (type) return fc.double({ min: minimum, max: maximum, noNaN: true }).filter((value) => !errorOf(field, value));
  if (oneOf) return fc.constantFrom(...oneOf);
  if (pattern === instant.pattern) return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  return fc.string({ unit: 'grapheme', size: '+1' }).filter((value) => !errorOf(field, value));
};

test.each(resourceRows)(
  'any valid values of %s are created, read and kept by a PATCH as they were sent',
  async (_, resource) => {
    const [, { body: fields = {} }] = routeOf(resource, 'create');
    // The ids of other resources and the addresses come from the example.
    const own = Object.entries(fields).filter(([name]) => !/Id$|^email$/.test(name));
    const values = fc.record(Object.fromEntries(own.map(([name, field]) => [name, valuesFor(field)])));
    const example = await requestFor(resource, 'create');
    const property = fc.asyncProperty(values, async (drawn) => {
      const sent = 'email' in example ? await requestFor(resource, 'create') : example;
      // JSON has no negative zero.
      const body = JSON.parse(JSON.stringify({ ...sent, ...drawn }));
      const created = await ask(`POST ${resource.path}`, { body });
      expect(created).toMatchObject({ status: 201, body });
      const read = await ask(`GET ${resource.path}/${created.body.id}`);
      expect(read.body).toEqual(created.body);
      const kept = await ask(`PATCH ${resource.path}/${created.body.id}`, { body });
      expect([kept.body, kept.headers.etag]).toEqual([created.body, created.headers.etag]);
    });
    await fc.assert(property, { numRuns: 20 });
  },
);

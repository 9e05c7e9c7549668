import { describeEach, routeOf } from '../support/every-resource';
import { problem, useService } from '../support/service';

/*
 * The contract of every resource, where it follows from the models or needs all resources of a kind. The rest is in
 * lib/verify/rows.
 */

const { ask, walk, requestFor } = useService();

describeEach('%s', (_, resource) => {
  const { path } = resource;
  const [, { body: fields = {} }] = routeOf(resource, 'create');

  test.each(Object.entries(fields))(
    'a body with a wrong %s is a 400 that names it, and creates nothing',
    async (name, field) => {
      const before = (await walk(path)).flat().length;
      const valid = await requestFor(resource, 'create');
      const { [name]: _value, ...rest }: Record<string, unknown> = { ...valid };
      const isRequired = !field.isOptional && field.default === undefined;
      for (const body of [{ ...valid, [name]: {} }, ...(isRequired ? [rest] : [])]) {
        const refused = await ask(`POST ${path}`, { body });
        expect(refused).toMatchObject(problem(400, 'invalid-body'));
        expect(refused.body.errors).toEqual([expect.objectContaining({ pointer: `#/${name}` })]);
      }
      expect((await walk(path)).flat()).toHaveLength(before);
    },
  );

  const uniqueNames = Object.keys(fields).filter((name) => fields[name]?.unique);
  if (uniqueNames.length > 0)
    test.each(uniqueNames)('one of 20 concurrent creators of the same %s succeeds', async (name) => {
      const { [name]: value } = await requestFor(resource, 'create');
      const bodies = await Promise.all(Array.from({ length: 20 }, () => requestFor(resource, 'create')));
      const created = await Promise.all(
        bodies.map((body) => ask(`POST ${path}`, { body: { ...body, [name]: value } })),
      );
      const refused = created.filter(({ status }) => status !== 201);
      const errors = [expect.objectContaining({ pointer: `#/${name}` })];
      expect(refused).toEqual(Array(19).fill(expect.objectContaining(problem(409, `${name}-taken`, { errors }))));
    });
});

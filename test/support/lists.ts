import type { Resource } from '../../functions/kit/http/resource';
import { aChild, anIndexedField, describeFor } from './declared';
import { describeShapes } from './every-resource';
import type { useService } from './service';

type Service = Pick<ReturnType<typeof useService>, 'create' | 'empty'>;

type List = {
  readonly resource: Resource;
  /** Path of the list, which parameters can follow. Is set before the first test. */
  readonly line: string;
  /** Values that all resources of the list have. */
  readonly values: Readonly<Record<string, unknown>>;
};

/** Describes an empty list of each kind: of all resources, of the children of a parent, and of an indexed value. */
export const describeLists = ({ create, empty }: Service, tests: (list: List) => void) => {
  /** Begins a list before the tests. A list with a filter has the resources with one value of a field. */
  const listOf = (resource: Resource, filter?: string, makeValue?: () => Promise<unknown>) => {
    const list = { resource, line: `${resource.path}?`, values: {} };
    beforeAll(async () => {
      await empty();
      if (!filter) return;
      const value = await makeValue?.();
      list.line = `${resource.path}?${filter}=${encodeURIComponent(String(value))}&`;
      list.values = { [filter]: value };
    });
    return list;
  };
  describeShapes('a list of %s', (_, resource) => tests(listOf(resource)));
  describeFor(aChild, 'a list of the children of a parent', ({ resource, attribute, parent }) =>
    tests(listOf(resource, attribute, async () => (await create(parent.resource)).id)),
  );
  describeFor(anIndexedField, 'a list of an indexed value', ({ resource, field, value }) =>
    tests(listOf(resource, field, async () => value)),
  );
};

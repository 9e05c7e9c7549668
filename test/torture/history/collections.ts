import type { Resource } from '../../../functions/http/resource';
import { resources } from '../../../functions/resources';
import { creatorOf, parentOf } from '../../support/every-resource';
import { createAuthor, type InProcessService } from '../in-process';
import { ada, admin, bob, type HistoryCaller } from './callers';
import type { HistoryCollection } from './history';

type Invoking = Pick<InProcessService, 'invoke'>;

const users: HistoryCollection = {
  path: '/api/v1/users',
  newFields: (write, id) => ({ name: write, email: `${write}@${id}` }),
};

const postsOf = (authors: ReadonlyMap<string, string>): HistoryCollection => ({
  path: '/posts',
  newFields: (write, _, random) => ({
    title: write,
    content: `of ${write}`,
    userId: random.pick([undefined, ...authors.keys()]),
  }),
});

/** Returns the collection of any other resource. Its first field names the write, and it moves between two parents. */
const collectionOf = async ({ invoke }: Invoking, resource: Resource): Promise<HistoryCollection> => {
  const parent = parentOf(resource);
  const { create } = creatorOf({ ask: invoke });
  const parents: [string, string] | undefined = parent && [(await create(parent)).id, (await create(parent)).id];
  const attribute = resource.relation?.attribute;
  const fields: Record<string, string> = { ...resource.examples.create.request };
  return {
    path: resource.path,
    newFields: (write, _, random) =>
      Object.fromEntries(
        Object.keys(fields).map((name) => [name, name === attribute && parents ? random.pick(parents) : write]),
      ),
  };
};

/** Creates the parents of the resources that histories use. Returns all collections. */
export const createCollections = async ({ invoke }: InProcessService, ownership?: boolean) => {
  // A stage without ownership ignores the claims.
  const as = ({ claims }: HistoryCaller): Invoking => ({ invoke: (line, parts) => invoke(line, { ...parts, claims }) });
  const authors = new Map([
    [await createAuthor(as(ada), 'one'), ada.owner],
    [await createAuthor(as(bob), 'another'), bob.owner],
  ]);
  const rulesOf = (isPrivate: boolean, parents: ReadonlyMap<string, string> = new Map()) =>
    ownership ? { isPrivate, parents } : undefined;
  const collections: [HistoryCollection, ...HistoryCollection[]] = [
    { ...users, rules: rulesOf(true) },
    { ...postsOf(authors), rules: rulesOf(false, authors) },
  ];
  for (const resource of resources) {
    if (collections.some(({ path }) => path === resource.path)) continue;
    collections.push({ ...(await collectionOf(as(admin), resource)), rules: rulesOf(false) });
  }
  return collections;
};

import type { Resource } from '../../../functions/http/resource';
import { resources } from '../../../functions/resources';
import { creatorOf, parentOf } from '../../support/every-resource';
import { createAuthor, type InProcessService } from '../in-process';
import type { HistoryCollection } from './history';

const users: HistoryCollection = {
  path: '/api/v1/users',
  newFields: (write, id) => ({ name: write, email: `${write}@${id}` }),
};

const postsOf = (authors: readonly string[]): HistoryCollection => ({
  path: '/posts',
  newFields: (write, _, random) => ({
    title: write,
    content: `of ${write}`,
    userId: random.pick([undefined, ...authors]),
  }),
});

/** Returns the collection of any other resource. Its first field names the write, and it moves between two parents. */
const collectionOf = async (service: InProcessService, resource: Resource): Promise<HistoryCollection> => {
  const parent = parentOf(resource);
  const { create } = creatorOf({ ask: (line, parts) => service.invoke(line, parts) });
  const parents: [string, string] | undefined = parent && [(await create(parent)).id, (await create(parent)).id];
  const attribute = resource.belongsTo?.attribute;
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
export const createCollections = async (service: InProcessService) => {
  const authors = [await createAuthor(service, 'one'), await createAuthor(service, 'another')];
  const collections: [HistoryCollection, ...HistoryCollection[]] = [users, postsOf(authors)];
  for (const resource of resources) {
    if (collections.every(({ path }) => path !== resource.path))
      collections.push(await collectionOf(service, resource));
  }
  return collections;
};

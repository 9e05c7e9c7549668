/** Where items live: the one place that knows; `id` is not read while a collection is one partition. */
export const partitionOf = (collection: 'USER' | 'POST', _id?: string) => collection;

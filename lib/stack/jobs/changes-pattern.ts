/**
 * Returns the pattern of the events that are changes of resources. Lambda invokes a function for no other, so that these cost
 * nothing. The claims and counters of other items have another form of key.
 */
export const changesPattern = (...collections: readonly string[]) => ({
  dynamodb: { Keys: { pk: { S: collections.flatMap((collection) => [collection, { prefix: `${collection}#` }]) } } },
});

/** Lines that `npm run resource` refuses in the copy of changed-project.program.test.ts, each with the reason. */
export const refusals: readonly (readonly [line: string, reason: string])[] = [
  ['products text:text', 'There is a folder functions/products; choose another noun, or delete the folder'],
  ['docs text:text --path /docs', 'There is a route of /docs; choose another path'],
  ['notes text:text', 'The working tree has changes; commit them first, so that you can take this step back'],
  ['lines --reaction', 'The working tree has changes; commit them first, so that you can take this step back'],
  ['lines --remove', 'The working tree has changes; commit them first, so that you can take this step back'],
  ['lines text:text --remove', '--remove takes the plural of a resource, its --version if it has several, and nothing'],
  [
    'notes --remove',
    'The resource is "notes"; allowed with --remove: products, reviews, customers, orders, lines, entries, vouchers',
  ],
  ['reviews --remove', 'There are several versions of reviews; name one with --version'],
  ['products --remove', 'The resource has children; remove them first: reviews, reviews, lines'],
  ['reviews --version 3 mark:text?', 'The new field is "mark", which names the attribute of "code"; choose another'],
  ['products --version 2 --drop status', '--drop is status, within which lists sort by price; drop price, too'],
  ['goods name:text --noun product', 'The resource is "goods", of which each is a product, as in /api/v1/products'],
  ['products --version 2 --private', '--private belongs to all versions of a resource; leave it out'],
];

/*
 * The route table. `import * as routes` imports all rows. The name of a row is the name of its function. `table` and
 * `queries` are the only permissions of the function's role. They allow the same actions inside a transaction, which has
 * no permission of its own.
 */

export * from './posts/routes';
export * from './site/routes';
export * from './users/routes';

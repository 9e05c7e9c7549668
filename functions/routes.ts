/*
 * The route table. `import * as routes` imports all routes. The name of a route is the name of its function. `actions`
 * are the only permissions of the function's role, beside its indexes. They allow the same actions inside a transaction, which
 * has no permission of its own.
 */

export * from './kit/site/routes';
export * from './posts/routes';
export * from './users/routes';

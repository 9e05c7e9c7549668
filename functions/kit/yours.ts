import type { plan } from '../plan';

/*
 * The door between the kit and the service: all that the kit imports from outside of its folder.
 */

export { plan } from '../plan';
export { gone, resources } from '../resources';
export * as routes from '../routes';

/** Name of a collection in the plan, or any name while the plan is empty. */
export type Collection = [keyof typeof plan] extends [never] ? string : keyof typeof plan;

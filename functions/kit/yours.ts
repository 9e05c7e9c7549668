/*
 * The door between the kit and the service: all that the kit imports from outside of its folder.
 */

export { plan } from '../plan';
export { gone, groups, resources } from '../resources';
export * as routes from '../routes';

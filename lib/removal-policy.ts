import { RemovalPolicy } from 'aws-cdk-lib';
import { isProtected, type Settings } from './settings';

/**
 * Keeps what a protected stage stores when its stack is deleted. A first deployment that fails keeps nothing, because
 * its resources are empty and their names would never be used again.
 */
export const removalPolicyOf = (settings: Pick<Settings, 'stage'>): RemovalPolicy =>
  isProtected(settings) ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

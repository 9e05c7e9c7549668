import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from './settings';

/** Tells whether a stage is the preview of a pull request. */
export const isPreview = (stage: string) => /^pr-\d+$/.test(stage);

/** Tells whether the data of a stage is kept when its stack is deleted. */
export const isProtected = ({ stage }: Pick<Settings, 'stage'>) => stage !== 'dev' && !isPreview(stage);

/**
 * Keeps what a protected stage stores when its stack is deleted. A first deployment that fails keeps nothing, because
 * its resources are empty and their names would never be used again.
 */
export const removalPolicyOf = (settings: Pick<Settings, 'stage'>): RemovalPolicy =>
  isProtected(settings) ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

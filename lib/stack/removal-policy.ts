import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from './settings';

/** Tells whether a stage is the preview of a pull request. */
export const isPreview = (stage: string) => /^pr-\d+$/.test(stage);

/** Tells whether a stage, its stack and its data are protected from deletion. `dev` and previews are not. */
export const isProtected = ({ stage }: Pick<Settings, 'stage'>) => stage !== 'dev' && !isPreview(stage);

/**
 * Returns the policy that keeps the data of a protected stage when its stack is deleted. A first deployment that fails
 * keeps nothing, because its resources are empty and a new deployment never uses them again.
 */
export const removalPolicyOf = (settings: Pick<Settings, 'stage'>): RemovalPolicy =>
  isProtected(settings) ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

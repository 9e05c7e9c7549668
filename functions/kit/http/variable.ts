import { ownVariable } from '../environment';
import type { Needs } from '../needs';
import { Problem } from '../rules/problem';

type Declared<N extends Needs> = N['environment'] extends readonly (infer Name extends string)[] ? Name : never;

/**
 * Returns a variable that a route or a job declares in `environment`. On this machine it can lack a value that only AWS knows.
 * @example variableOf(placeOrder, 'PLACED_ORDERS_URL')
 */
export const variableOf = <const N extends Needs>(_: N, name: Declared<N>): string => {
  const value = ownVariable(name);
  if (value) return value;
  const detail = `The function has no variable ${name}; npm start takes it by --env ${name}=value.`;
  throw new Problem(500, 'internal', detail);
};

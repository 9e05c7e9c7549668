import type { IKey } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Route } from '../../functions/kit/http/route';
import { handlerSourceOf } from '../build/handlers';
import { indexesOfRoute } from '../models/indexes';
import { environmentOf } from './environment';
import { type FunctionProps, ServiceFunction } from './function';

/** Parts of a stage that its API, its functions and its alarms share. */
export type SharedProps = Pick<FunctionProps, 'table' | 'settings'> & { readonly key?: IKey };

export type HandlerFunctionProps = FunctionProps & {
  readonly route: Route;
  /** Folder of the bundle. Its files have the name of the route. */
  readonly bundle: string;
};

/** Name of the alias that the API calls on a stage with canary deployments. */
export const aliasName = 'live';

/** Lambda function of one route of the route table. */
export class HandlerFunction extends ServiceFunction {
  readonly route: Route;
  /** Alias that canary deployments shift to new code. Undefined without the setting `canary`. */
  readonly alias?: lambda.Alias;

  constructor(scope: Construct, id: string, { route, ...props }: HandlerFunctionProps) {
    const { settings } = props;
    super(scope, id, {
      ...props,
      needs: route,
      indexes: indexesOfRoute(route, settings),
      label: route.routeKey,
      entry: handlerSourceOf(id, route).file,
      variables: environmentOf(route, settings),
    });
    this.route = route;
    if (settings.canary)
      this.alias = new lambda.Alias(this, 'Alias', { aliasName, version: this.function.currentVersion });
  }

  override get target() {
    return this.alias ?? this.function;
  }
}

import { type HttpRouteIntegrationBindOptions, IntegrationCredentials } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { HandlerFunction } from './handler';

/** Integration that invokes a function with a role of the API. */
export class HandlerIntegration extends HttpLambdaIntegration {
  constructor(
    { node, alias, function: target }: HandlerFunction,
    private readonly invoker: IRole,
  ) {
    super(node.id, alias ?? target);
  }

  override bind(options: HttpRouteIntegrationBindOptions) {
    return { ...super.bind(options), credentials: IntegrationCredentials.fromRole(this.invoker) };
  }

  /** Adds no permission for each route, as CDK does, because each of them has a wildcard in its source. */
  protected override completeBind() {}
}

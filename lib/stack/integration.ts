import {
  HttpIntegrationType,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * Integration that invokes a function with a role of the API. CDK's own integration adds a permission to the function
 * for every route instead, and each of these permissions has a wildcard in its source.
 */
export class HandlerIntegration extends HttpRouteIntegration {
  constructor(
    id: string,
    private readonly target: IFunction,
    private readonly invokeRole: IRole,
  ) {
    super(id);
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.target.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.invokeRole),
    };
  }
}

import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as gateway from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup, LogGroupClass } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import { getReference } from '../../functions/routes';
import type { SharedProps } from './handler';
import { logProps } from './settings';

export type StageProps = Omit<SharedProps, 'table'> & {
  readonly httpApi: gateway.HttpApi;
  /** Route of the reference page, which is always open. */
  readonly reference: IConstruct;
  readonly ipAddressType: gateway.IpAddressType;
};

/** Fields of an access log line. The line has no client address, no query and no header. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    ms: '$context.responseLatency',
    integrationStatus: '$context.integrationStatus',
    // Not `messageString`, which has quotes only when there is a message: without one, `-` would break the JSON.
    reason: '$context.error.message',
    authorizer: '$context.authorizer.error',
  }),
);

/** Throttle of the reference page, which sends 500 kB to anybody: 5 MB a second cost 1.60 dollars an hour. */
const referenceThrottle = { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 };

/** Stage of the API: its domain name, its throttle and its access log. */
export class Stage extends Construct {
  readonly url: string;
  /** Host name that the DNS record of the custom domain must point to. */
  readonly domainTarget?: string;

  constructor(scope: Construct, id: string, { httpApi, reference, ipAddressType, settings, key }: StageProps) {
    super(scope, id);
    const { throttle, domain } = settings;
    const accessLog = new LogGroup(this, 'InfrequentAccessLog', {
      ...logProps(settings, key),
      // Halves the price. The class has no Live Tail and no metric filters, which only the log of the functions needs.
      logGroupClass: LogGroupClass.INFREQUENT_ACCESS,
      // CloudWatch Logs has one policy for an account, of 5,120 characters, and each group with another prefix takes 131.
      // The id of the API makes the name unique, also beside the log of a deleted stage.
      logGroupName: `/aws/vendedlogs/${httpApi.apiId}`,
    });
    const domainName =
      domain &&
      new gateway.DomainName(this, 'DomainName', {
        domainName: domain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
        ipAddressType,
      });
    const stage = new gateway.HttpStage(this, 'Default', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      domainMapping: domainName && { domainName },
      accessLogSettings: { destination: new gateway.LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
    const resource = stage.node.defaultChild;
    if (resource instanceof gateway.CfnStage) resource.routeSettings = { [getReference.routeKey]: referenceThrottle };
    // API Gateway refuses settings for a route that does not exist yet.
    stage.node.addDependency(reference);
    this.url = domainName ? stage.domainUrl : stage.url;
    this.domainTarget = domainName?.regionalDomainName;
  }
}

import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, type HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroupClass } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { Log } from './monitoring/log';
import type { Settings } from './settings';

export type StageProps = {
  readonly httpApi: HttpApi;
  readonly settings: Pick<Settings, 'stage' | 'throttle' | 'domain' | 'logDays'>;
  readonly key?: IKey;
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
    // Logs the status but not the error message, because quotes in a message would break the JSON.
    integrationStatus: '$context.integrationStatus',
  }),
);

/** Stage of the API: its domain name, its throttle and its access log. */
export class Stage extends Construct {
  readonly url: string;
  /** Host name that the DNS record of the custom domain must point to. */
  readonly domainTarget?: string;

  constructor(scope: Construct, id: string, { httpApi, settings, key }: StageProps) {
    super(scope, id);
    const { throttle, domain } = settings;
    const accessLog = new Log(this, 'InfrequentAccessLog', {
      settings,
      key,
      // Halves the price. The class has no Live Tail and no metric filters, which only the logs of the functions need.
      logGroupClass: LogGroupClass.INFREQUENT_ACCESS,
    });
    const domainName =
      domain &&
      new DomainName(this, 'DomainName', {
        domainName: domain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
      });
    const stage = new HttpStage(this, 'Default', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      domainMapping: domainName && { domainName },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
    this.url = domainName ? stage.domainUrl : stage.url;
    this.domainTarget = domainName?.regionalDomainName;
  }
}

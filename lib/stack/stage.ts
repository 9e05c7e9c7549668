import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, type HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { Log } from './log';
import type { Settings } from './settings';

export type StageProps = {
  readonly httpApi: HttpApi;
  readonly settings: Pick<Settings, 'stage' | 'throttle' | 'domain' | 'logDays'>;
  readonly key?: IKey;
};

/** Who called and what came of it; no address of the client, no query, no header. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    ms: '$context.responseLatency',
    // Not the message of the error: that one may hold quotes, and would then break the line.
    integrationStatus: '$context.integrationStatus',
  }),
);

/** Where an API is reached, how often, and what is noted of each request. */
export class Stage extends Construct {
  readonly url: string;
  /** What a name of one's own has to be an alias of. */
  readonly target?: string;

  constructor(scope: Construct, id: string, { httpApi, settings, key }: StageProps) {
    super(scope, id);
    const { throttle, domain } = settings;
    const accessLog = new Log(this, 'AccessLog', { settings, key });
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
    this.target = domainName?.regionalDomainName;
  }
}

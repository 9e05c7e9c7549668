import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../settings';

/** Creates the topic of the alarms. Returns this topic, and the one of the setting `alarmTopic`. */
export const topicsOf = (scope: Construct, { alarmEmail, alarmTopic }: Settings, masterKey?: IKey): ITopic[] => {
  const topic = new Topic(scope, 'Topic', { enforceSSL: true, masterKey });
  // Lets the account's alarms publish, because the policy that `enforceSSL` adds replaces the default policy.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  return alarmTopic ? [topic, Topic.fromTopicArn(scope, 'GivenTopic', alarmTopic)] : [topic];
};

import { join } from 'node:path';
import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct } from 'constructs';
import type { SignInConfig } from './sign-in.ts';
import type { Stage } from './stage.ts';

/** What the website has to know before it can do anything: its `config.json`. */
export interface WebsiteConfig extends SignInConfig {
  /** Where it opens its web socket. */
  readonly socketUrl: string;
}

interface WebsiteFilesProps {
  readonly stage: Stage;
  readonly bucket: Bucket;
  /** Folder of the built website; what is in its `assets/` has a hash in its name. */
  readonly folder: string;
  /** What the website reads from `config.json` at start. */
  readonly config: WebsiteConfig;
  /** What a page relies on: routes and the functions behind them. */
  readonly after: readonly IConstruct[];
}

/** Puts the built website and its `config.json` into the bucket, at deployment. */
export class WebsiteFiles extends Construct {
  constructor(scope: Construct, id: string, { stage, bucket, folder, config, after }: WebsiteFilesProps) {
    super(scope, id);
    const shared = {
      destinationBucket: bucket,
      logGroup: new LogGroup(this, 'Logs', {
        retention: stage.logRetention,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      // An open tab still loads the screens of the version that it started with.
      prune: false,
      // The bucket itself is emptied with a stack that may go; a renamed construct empties nothing.
      retainOnDelete: true,
    };
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...shared,
      sources: [Source.asset(join(folder, 'assets'))],
      destinationKeyPrefix: 'assets',
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const named = new BucketDeployment(this, 'Named', {
      ...shared,
      sources: [Source.asset(folder, { exclude: ['assets'] }), Source.jsonData('config.json', config)],
      cacheControl: [CacheControl.noCache()],
    });
    // A page comes after the files that it names, and after the routes that it calls.
    named.node.addDependency(hashed, ...after);
    acknowledgeCopier(hashed, bucket);
  }
}

/** The function that copies the files is CDK's own, one for all deployments: what it may do is not ours to narrow. */
const acknowledgeCopier = (deployment: BucketDeployment, bucket: Bucket) => {
  const copier = deployment.handlerRole.node.scope as Construct;
  const websiteBucket = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket);
  const assetsBucket = 'cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>';
  const reason =
    'Copies files from the assets bucket to the website bucket, at deployment, and can do nothing else.';
  Validations.of(copier).acknowledge(
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: 'The role is made by CDK; the policy only lets it log.',
    },
    ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map((action) => ({
      id: `AwsSolutions-IAM5[Action::s3:${action}*]`,
      reason,
    })),
    { id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${assetsBucket}/*]`, reason },
    { id: `AwsSolutions-IAM5[Resource::<${websiteBucket}.Arn>/*]`, reason },
    { id: 'AwsSolutions-L1', reason: 'The runtime is that for which CDK wrote the function.' },
  );
};

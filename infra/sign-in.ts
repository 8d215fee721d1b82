import { Aws, Duration, SecretValue, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  OAuthScope,
  ProviderAttribute,
  ResourceServerScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolDomain,
  UserPoolIdentityProviderGoogle,
  UserPoolResourceServer,
} from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { ModuleFunction } from './module-function.ts';
import type { Stage } from './stage.ts';

/** The scope that makes an access token ours. An ID token carries none, so the API refuses it. */
export const apiScope = 'guildhall/app';

/** Cognito's own API, by which Amplify refreshes and revokes tokens. */
const apiOrigin = `https://cognito-idp.${Aws.REGION}.amazonaws.com`;

/** What the website has to know to sign people in. */
export interface SignInConfig {
  readonly region: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  readonly userPoolEndpoint: string;
  readonly signInDomain: string;
}

/**
 * Who people are: a Cognito user pool into which only Google lets them. No passwords, no sign-up of its own, and no
 * attribute of ours: roles and groups are in the table (ARCHITECTURE.md, "Security by construction").
 */
export class SignIn extends Construct {
  /** Host of Cognito's own pages, e.g. `guildhall-dev-123456789012.auth.eu-west-1.amazoncognito.com`. */
  readonly domain: string;
  /** Who issues the tokens, as they say themselves. */
  readonly issuer: string;
  /** Where the browser's scripts connect to, to get, refresh and revoke tokens. */
  readonly origins: readonly string[];
  private readonly userPool: UserPool;
  private readonly google: UserPoolIdentityProviderGoogle;
  private readonly resourceServer: UserPoolResourceServer;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    this.userPool = new UserPool(this, 'UserPool', {
      userPoolName: `guildhall-${stage.name}`,
      // Refresh-token rotation is not part of the cheaper plan.
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      // No alias: two providers' accounts with one e-mail stay two users, and nobody signs in by an address.
      signInAliases: { username: true },
      // No standardAttributes: a pool that names them can't be updated later ("Invalid AttributeDataType input",
      // aws-cdk#8585). Unnamed they are there, mutable, which is what Google needs to update them at a later sign-in.
      // Nobody has a password here; should one ever be set by an administrator, it is a strong one.
      passwordPolicy: {
        minLength: 16,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
      },
      accountRecovery: AccountRecovery.NONE,
      deletionProtection: stage.keepsRecords,
      removalPolicy: stage.removalPolicy,
    });
    Validations.of(this.userPool).acknowledge(
      { id: 'AwsSolutions-COG2', reason: 'People sign in at Google, which asks for their second factor.' },
      { id: 'AwsSolutions-COG8', reason: 'The Plus plan guards password sign-in, which is off.' },
    );

    // One secret holds both halves of what Google gave us, so that nothing of it stands in a template or a command.
    const fromGoogle = (jsonField: string) =>
      SecretValue.secretsManager(`guildhall/${stage.name}/google`, { jsonField });
    this.google = new UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: this.userPool,
      clientId: fromGoogle('clientId').unsafeUnwrap(),
      clientSecretValue: fromGoogle('clientSecret'),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
      },
    });

    this.resourceServer = new UserPoolResourceServer(this, 'ResourceServer', {
      userPool: this.userPool,
      identifier: 'guildhall',
      scopes: [
        new ResourceServerScope({ scopeName: 'app', scopeDescription: 'Use Guildhall as this person' }),
      ],
    });

    // The account's number makes the name unique in the region, as it must be, and the same at every deployment.
    const { domainName } = new UserPoolDomain(this, 'Domain', {
      userPool: this.userPool,
      cognitoDomain: { domainPrefix: `guildhall-${stage.name}-${Aws.ACCOUNT_ID}` },
    });
    this.domain = `${domainName}.auth.${Aws.REGION}.amazoncognito.com`;
    this.issuer = this.userPool.userPoolProviderUrl;
    this.origins = [apiOrigin, `https://${this.domain}`];
  }

  /** The website as a client of the user pool. Made last, since only then its address is known. */
  addWebsite(siteUrl: string): SignInConfig {
    const client = new UserPoolClient(this, 'Website', {
      userPool: this.userPool,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.GOOGLE],
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE, OAuthScope.custom(apiScope)],
        callbackUrls: [`${siteUrl}/signing-in`],
        logoutUrls: [`${siteUrl}/login`],
      },
      // An empty list would turn password sign-in on. This flow needs triggers, and there are none: so none works.
      authFlows: { custom: true },
      // Rotation refreshes by GetTokensFromRefreshToken alone. In the grace period a second tab may use the old token.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      refreshTokenValidity: Duration.days(30),
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
        fullname: true,
      }),
      // What Google's answer is copied into at each sign-in (email_verified needs no entry, and may have none).
      // The person can't write them: our tokens lack the scope for it.
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true, fullname: true }),
    });
    client.node.addDependency(this.google, this.resourceServer);
    return {
      region: Aws.REGION,
      userPoolId: this.userPool.userPoolId,
      userPoolClientId: client.userPoolClientId,
      userPoolEndpoint: `${apiOrigin}/`,
      signInDomain: this.domain,
    };
  }

  /** Lets a function remove people's sign-ins, and tells it from where. */
  grantRemovalTo(fn: ModuleFunction): void {
    fn.allow(
      new PolicyStatement({
        actions: ['cognito-idp:AdminDeleteUser'],
        resources: [this.userPool.userPoolArn],
      }),
    );
    fn.tell('USER_POOL_ID', this.userPool.userPoolId);
  }

  /** Tells a function where to ask for the bearer's name and verified e-mail. The token is the permission. */
  grantUserInfoTo(fn: ModuleFunction): void {
    fn.tell('USER_INFO_URL', `https://${this.domain}/oauth2/userInfo`);
  }
}

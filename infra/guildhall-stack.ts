import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type ModuleName, moduleNames } from '../shared/modules.ts';
import { Alarms } from './alarms.ts';
import { ModuleApi } from './module-api.ts';
import { ModuleFunction } from './module-function.ts';
import { moduleNeeds } from './module-needs.ts';
import { SignIn } from './sign-in.ts';
import type { Stage } from './stage.ts';
import { Table } from './table.ts';
import { Website } from './website.ts';
import { WebsiteFiles } from './website-files.ts';

interface GuildhallStackProps extends StackProps {
  readonly stage: Stage;
  /** Folder of the built website. */
  readonly websiteAssets: string;
  /** Who is told of alarms. */
  readonly alarmEmail?: string;
}

/**
 * The whole system of one stage. Wires, owns nothing. The order keeps it free of circles: the website's address needs
 * the API's, the sign-in client needs the website's, the routes' authorizer needs the client.
 */
export class GuildhallStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, websiteAssets, alarmEmail, ...props }: GuildhallStackProps,
  ) {
    super(scope, id, { description: `Guildhall (${stage.name})`, ...props });
    Tags.of(this).add('app', 'guildhall');
    Tags.of(this).add('stage', stage.name);

    const alarms = new Alarms(this, 'Alarms', { stage, email: alarmEmail });
    const table = new Table(this, 'Records', { stage });
    const signIn = new SignIn(this, 'SignIn', { stage });
    const api = new ModuleApi(this, 'Http', { stage, alarms });
    const website = new Website(this, 'Website', {
      stage,
      apiDomain: api.domain,
      connectsTo: signIn.origins,
    });
    const config = signIn.addWebsite(website.url);

    const functions = Object.fromEntries(
      moduleNames.map((module) => {
        const { impact, table: actions, userInfo } = moduleNeeds[module];
        const fn = new ModuleFunction(this, module, { stage, module, alarms, impact });
        table.grantTo(fn, actions);
        if (userInfo) signIn.grantUserInfoTo(fn);
        return [module, fn];
      }),
    ) as Record<ModuleName, ModuleFunction>;
    api.addRoutes(functions, { issuer: signIn.issuer, clientId: config.userPoolClientId });
    new WebsiteFiles(this, 'WebsiteFiles', { stage, bucket: website.bucket, folder: websiteAssets, config });

    new CfnOutput(this, 'WebsiteUrl', { value: website.url, description: 'Open this' });
    new CfnOutput(this, 'WebsiteConfig', { value: this.toJsonString(config), description: 'config.json' });
    new CfnOutput(this, 'GoogleRedirectUri', {
      value: `https://${signIn.domain}/oauth2/idpresponse`,
      description: 'To be entered at Google as authorized redirect URI',
    });
  }
}

import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type ModuleName, moduleNames } from '../shared/modules.ts';
import { Alarms, alarmPeriod } from './alarms.ts';
import { ChangeStream } from './change-stream.ts';
import { HourlySchedule } from './hourly-schedule.ts';
import { Mail } from './mail.ts';
import { ModuleApi } from './module-api.ts';
import { ModuleFunction } from './module-function.ts';
import {
  type FunctionName,
  type FunctionNeeds,
  moduleNeeds,
  otherFunction,
  otherFunctionNames,
} from './module-needs.ts';
import { SignIn } from './sign-in.ts';
import { SocketApi } from './socket-api.ts';
import type { Stage } from './stage.ts';
import type { StageSettings } from './stage-settings.ts';
import { StripeAccess } from './stripe-access.ts';
import { Table } from './table.ts';
import { Website } from './website.ts';
import { type WebsiteConfig, WebsiteFiles } from './website-files.ts';

interface GuildhallStackProps extends StackProps {
  readonly stage: Stage;
  /** Folder of the built website. */
  readonly websiteAssets: string;
  /** What the operator has decided about this stage. */
  readonly settings: StageSettings;
  /** Whose answer has a `rates` object: units of each currency for one US dollar. */
  readonly ratesUrl: string;
}

/** Tells the operator when somebody guesses invitation codes: each guesser is slowed, and together they may be many. */
const watchFailedCodes = (
  team: ModuleFunction,
  { stage, alarms }: { stage: Stage; alarms: Alarms },
): void => {
  const failed = new MetricFilter(team, 'FailedCodes', {
    logGroup: team.logGroup,
    filterPattern: FilterPattern.allTerms('failed-code'),
    metricNamespace: 'Guildhall',
    metricName: `${stage.name}-failed-codes`,
  });
  alarms.add(team, 'CodesGuessed', {
    name: 'codes-are-guessed',
    impact:
      'Somebody tries invitation codes, so many that it is no mistyping. People who join by code may be slowed down.',
    runbook: 'codes-are-guessed',
    metric: failed.metric({ period: alarmPeriod, statistic: 'Sum' }),
    threshold: 100,
  });
};

/**
 * The whole system of one stage. Wires, owns nothing. The order keeps it free of circles: the website's address needs
 * the API's, the sign-in client needs the website's, the routes' authorizer needs the client.
 */
export class GuildhallStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, websiteAssets, settings, ratesUrl, ...props }: GuildhallStackProps,
  ) {
    super(scope, id, {
      description: `Guildhall (${stage.name})`,
      // Deleting the stack of people's records takes saying so first.
      terminationProtection: stage.keepsRecords,
      ...props,
    });
    Tags.of(this).add('app', 'guildhall');
    Tags.of(this).add('stage', stage.name);

    const alarms = new Alarms(this, 'Alarms', { stage, email: settings.alarmEmail });
    const table = new Table(this, 'Records', { stage });
    const signIn = new SignIn(this, 'SignIn', { stage });
    const api = new ModuleApi(this, 'Http', { stage, alarms });
    const sockets = new SocketApi(this, 'Sockets', { stage, alarms });
    const website = new Website(this, 'Website', {
      stage,
      apiDomain: api.domain,
      settings,
      connectsTo: [...signIn.origins, sockets.origin],
    });
    const config: WebsiteConfig = { ...signIn.addWebsite(website.url), socketUrl: sockets.url };

    const mail = new Mail(this, 'Mail', { stage, alarms, settings });
    const stripe = new StripeAccess({ stage });

    const makeFunction = (name: FunctionName, needs: FunctionNeeds): ModuleFunction => {
      const fn = new ModuleFunction(this, name, {
        stage,
        name,
        alarms,
        impact: needs.impact,
        runbook: needs.runbook,
        timeoutSeconds: needs.timeoutSeconds,
      });
      table.grantTo(fn, needs.table);
      if (needs.userInfo) signIn.grantUserInfoTo(fn);
      if (needs.signIns) signIn.grantRemovalTo(fn);
      if (needs.website) fn.tell('WEBSITE_URL', website.url);
      if (needs.mail) mail.grantTo(fn);
      if (needs.secret === 'stripe') stripe.grantTo(fn);
      if (needs.sockets) sockets.grantTo(fn);
      if (needs.historyDays) fn.tell('HISTORY_DAYS', String(settings.historyDays));
      if (needs.rates) fn.tell('RATES_URL', ratesUrl);
      return fn;
    };
    const functions = Object.fromEntries(
      moduleNames.map((module) => [module, makeFunction(module, moduleNeeds[module])]),
    ) as Record<ModuleName, ModuleFunction>;
    watchFailedCodes(functions.team, { stage, alarms });
    api.addRoutes(functions, { issuer: signIn.issuer, clientId: config.userPoolClientId });
    const others = otherFunctionNames.map((name) => {
      const { calledBy, ...needs } = otherFunction(name);
      const fn = makeFunction(name, needs);
      if (name === 'stripe-webhook') stripe.watch(fn, [fn, functions.billing], alarms);
      if ('route' in calledBy) api.addPublicRoute(calledBy.route, fn);
      else if ('changes' in calledBy) new ChangeStream(fn, 'Stream', { stage, alarms, table, target: fn });
      else if ('socket' in calledBy) sockets.addRoutes(fn);
      else new HourlySchedule(fn, 'Schedule', { stage, name, target: fn });
      return fn;
    });
    new WebsiteFiles(this, 'WebsiteFiles', {
      stage,
      bucket: website.bucket,
      folder: websiteAssets,
      config,
      after: [api, sockets, ...Object.values(functions), ...others],
    });

    new CfnOutput(this, 'WebsiteUrl', { value: website.url, description: 'Open this' });
    new CfnOutput(this, 'WebsiteConfig', { value: this.toJsonString(config), description: 'config.json' });
    new CfnOutput(this, 'StripeWebhookUrl', {
      value: `${website.url}/api/stripe/webhook`,
      description: 'To be entered at Stripe as webhook endpoint',
    });
    const dnsRecords = [...website.dnsRecords, ...mail.dnsRecords];
    if (dnsRecords.length > 0) {
      new CfnOutput(this, 'DnsRecords', {
        value: this.toJsonString(dnsRecords),
        description: 'To be entered in the DNS of the domains',
      });
    }
    new CfnOutput(this, 'GoogleRedirectUri', {
      value: `https://${signIn.domain}/oauth2/idpresponse`,
      description: 'To be entered at Google as authorized redirect URI',
    });
  }
}

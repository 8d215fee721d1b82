import { existsSync } from 'node:fs';
import { App, CloudFormationValidatePlugin, Validations } from 'aws-cdk-lib';
import featureFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { bundleFunctions } from './function-bundles.ts';
import { GuildhallStack } from './guildhall-stack.ts';
import { mailSenderOf } from './mail.ts';
import { stageNamed } from './stage.ts';
import { bundleWebsite } from './website-bundle.ts';

/** Exchange rates without a key, renewed each day; once an hour is within what it allows. */
const openRatesUrl = 'https://open.er-api.com/v6/latest/USD';

/** A year and a month: last year's same month is still there to compare with. */
const defaultHistoryDays = 400;

/** Reads the context `historyDays`. Throws when it is no whole number of days. */
const historyDaysOf = (given: unknown): number => {
  const days = Number(given ?? defaultHistoryDays);
  if (!Number.isInteger(days) || days < 1) {
    throw new Error(
      `"${given}" is no number of days: say -c historyDays=${defaultHistoryDays}, or leave it out.`,
    );
  }
  return days;
};

interface GuildhallAppOptions {
  /** Where the template goes; by default where CDK's command line says. */
  readonly outdir?: string;
  /** `stage`, `websiteAssets`, `validate`, `alarmEmail`, `mailFrom`, `mailDomain`, `mailIdentity`, `ratesUrl`, `historyDays`; what the command line gives (`-c`) wins. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** One for all apps of a process: its rules take half a second to load. */
const cloudFormationRules = new CloudFormationValidatePlugin();

/**
 * Builds what the template refers to (functions, website) and the whole system of one stage.
 * Context: `stage` (dev or prod), `websiteAssets` (a folder that is built already: the website is not built anew),
 * `alarmEmail` (who is told), `mailFrom` (the sender of mails) and `mailDomain` (when all of that domain is ours),
 * `mailIdentity=existing` (when SES has the sender already, from another stage of the account),
 * `historyDays` (for how long the history is kept, {@link defaultHistoryDays} unless it is said),
 * `ratesUrl` (who gives exchange rates), `validate=false` (skips the checks of the template, for a quick local start).
 */
export const createGuildhallApp = async (options: GuildhallAppOptions = {}): Promise<App> => {
  const app = new App({
    outdir: options.outdir,
    analyticsReporting: false,
    // Added below, unless it was asked not to.
    builtinCloudFormationValidation: false,
    // In code, not in cdk.json: the template is the same whether CDK's command line or the local runner asks for it.
    context: {
      ...featureFlags,
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:enable-path-metadata': true,
      ...options.context,
    },
  });
  const context = (name: string): unknown => app.node.tryGetContext(name);

  await bundleFunctions();
  const websiteAssets = String(context('websiteAssets') ?? (await bundleWebsite()));
  if (!existsSync(websiteAssets)) throw new Error(`There is no website in ${websiteAssets}: build it first.`);

  const stage = stageNamed(context('stage') ?? 'dev');
  const alarmEmail = context('alarmEmail');
  new GuildhallStack(app, `guildhall-${stage.name}`, {
    stage,
    websiteAssets,
    alarmEmail: alarmEmail === undefined ? undefined : String(alarmEmail),
    mailSender: mailSenderOf(context('mailFrom'), context('mailDomain'), context('mailIdentity')),
    ratesUrl: String(context('ratesUrl') ?? openRatesUrl),
    historyDays: historyDaysOf(context('historyDays')),
  });

  if (String(context('validate')) !== 'false') {
    const { AwsSolutionsChecks } = await import('cdk-nag');
    Validations.of(app).addPlugins(cloudFormationRules, new AwsSolutionsChecks(app));
  }
  return app;
};

import { existsSync } from 'node:fs';
import {
  Annotations,
  App,
  Aws,
  CfnRule,
  CloudFormationValidatePlugin,
  Fn,
  type Stack,
  Validations,
} from 'aws-cdk-lib';
import featureFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { bundleFunctions } from './function-bundles.ts';
import { GuildhallStack } from './guildhall-stack.ts';
import { type Stage, stageNamed } from './stage.ts';
import {
  parseStageSettings,
  placeholderSettings,
  readStageSettings,
  type StageSettings,
  settingsAreMissing,
} from './stage-settings.ts';
import { bundleWebsite } from './website-bundle.ts';

/** Exchange rates without a key, renewed each day; once an hour is within what it allows. */
const openRatesUrl = 'https://open.er-api.com/v6/latest/USD';

interface GuildhallAppOptions {
  /** Where the template goes; by default where CDK's command line says. */
  readonly outdir?: string;
  /** `stage`, `websiteAssets`, `validate`, `settings`, `ratesUrl`; what the command line gives (`-c`) wins. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/**
 * CDK's command line does not tell the app whether it deploys. So the template itself is such that CloudFormation
 * refuses it, with this sentence, before it makes anything; commands that only look at it print the sentence.
 */
const refuseDeployment = (stack: Stack, why: string): void => {
  Annotations.of(stack).addWarningV2('guildhall:settings-are-missing', why);
  new CfnRule(stack, 'SettingsAreWritten', {
    assertions: [
      { assert: Fn.conditionEquals(Aws.REGION, 'a region that there is not'), assertDescription: why },
    ],
  });
};

const settingsFrom = (context: unknown, stage: Stage): StageSettings | undefined => {
  if (context === undefined) return readStageSettings(stage);
  return context === 'none' ? undefined : parseStageSettings(context, 'the context');
};

/** One for all apps of a process: its rules take half a second to load. */
const cloudFormationRules = new CloudFormationValidatePlugin();

/**
 * Builds what the template refers to (functions, website) and the whole system of one stage.
 * Context: `stage` (dev or prod), `websiteAssets` (a folder that is built already: the website is not built anew),
 * `settings` (in place of the stage's file, for tests and the local runner; `none`: as if nobody had written one), `ratesUrl` (who gives exchange rates),
 * `validate=false` (skips the checks of the template, for a quick local start).
 * @throws SettingsError when what stands in the stage's file does not fit.
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
  const stage = stageNamed(context('stage') ?? 'dev');
  const settings = settingsFrom(context('settings'), stage);

  await bundleFunctions();
  const websiteAssets = String(context('websiteAssets') ?? (await bundleWebsite()));
  if (!existsSync(websiteAssets)) throw new Error(`There is no website in ${websiteAssets}: build it first.`);

  const stack = new GuildhallStack(app, `guildhall-${stage.name}`, {
    stage,
    websiteAssets,
    settings: settings ?? placeholderSettings,
    ratesUrl: String(context('ratesUrl') ?? openRatesUrl),
  });
  if (!settings) refuseDeployment(stack, settingsAreMissing(stage));

  if (String(context('validate')) !== 'false') {
    const { AwsSolutionsChecks } = await import('cdk-nag');
    Validations.of(app).addPlugins(cloudFormationRules, new AwsSolutionsChecks(app));
  }
  return app;
};

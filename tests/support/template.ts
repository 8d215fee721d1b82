import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { createGuildhallApp } from '../../infra/guildhall-app.ts';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is what CloudFormation says it is; tests look into it freely
  Properties: any;
  DeletionPolicy?: string;
  DependsOn?: string[];
}

/** A synthesized template, with what tests ask it. */
export interface Template {
  /** The whole as text, for what must not be anywhere in it. */
  readonly text: string;
  readonly outputs: Record<string, { Value: unknown }>;
  readonly terminationProtection: boolean;
  /** Logical ids and resources of a type. */
  all(type: string): [string, Resource][];
  /** The one resource of a type, named by `match` where there are several. */
  only(type: string, match?: (id: string, resource: Resource) => boolean): Resource & { id: string };
  /** What the synthesis would have to ask an AWS account for. */
  readonly lookUps: unknown[];
}

/** A website as small as can be: the template only needs its files. */
const writeWebsite = (folder: string): string => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), '');
  return folder;
};

interface SynthesisOptions {
  /** Apply CloudFormation's rules and AwsSolutions; a finding is an error. */
  validated?: boolean;
  /** Adds to the stack what should be found. */
  spoil?: (stack: Stack) => void;
  /** More of what stands in the stage's file; `none`: nobody has written one. */
  settings?: Readonly<Record<string, unknown>> | 'none';
  /** More of what the command line may say. */
  context?: Readonly<Record<string, unknown>>;
}

const synthesizeAnew = async (
  stage: string,
  { validated = false, spoil, settings, context }: SynthesisOptions,
): Promise<Template> => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-template-'));
  try {
    const app = await createGuildhallApp({
      outdir: join(folder, 'out'),
      context: {
        stage,
        websiteAssets: writeWebsite(join(folder, 'website')),
        settings:
          settings === 'none'
            ? settings
            : { alarmEmail: 'operator@example.com', mailDomain: 'example.com', ...settings },
        validate: validated,
        ...context,
      },
    });
    spoil?.(app.node.findChild(`guildhall-${stage}`) as Stack);
    const assembly = app.synth();
    const stack = assembly.getStackByName(`guildhall-${stage}`);
    const text = readFileSync(stack.templateFullPath, 'utf8');
    const { Resources, Outputs } = JSON.parse(text) as {
      Resources: Record<string, Resource>;
      Outputs: Template['outputs'];
    };
    const all = (type: string) => Object.entries(Resources).filter(([, resource]) => resource.Type === type);
    return {
      text,
      outputs: Outputs,
      terminationProtection: stack.terminationProtection ?? false,
      all,
      only: (type, match = () => true) => {
        const found = all(type).filter(([id, resource]) => match(id, resource));
        if (found.length !== 1) throw new Error(`${found.length} resources of type ${type}, not one`);
        const [id, resource] = found[0]!;
        return { id, ...resource };
      },
      lookUps: assembly.manifest.missing ?? [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Settings of a stage that has an address of its own, whose DNS is in Route 53. */
export const domain = {
  name: 'app.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
};
export const hostedZone = { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' };
export const ownDomain = { domain, hostedZone };

/** Settings that are unlike what is taken without them: one address in place of a mail domain, and a short history. */
export const unusual = { mailDomain: undefined, mailFrom: 'ada@example.com', historyDays: 30 };

const synthesized = new Map<string, Promise<Template>>();

/**
 * Synthesizes the stack of a stage from the same app as a deployment does: once for all files of a worker that ask for the
 * same, since tests only look at it.
 */
export const synthesize = (stage: string, options: SynthesisOptions = {}): Promise<Template> => {
  if (options.spoil) return synthesizeAnew(stage, options);
  // A setting that is taken away is another question than one that is not given.
  const asked = JSON.stringify([stage, options], (_, value) => (value === undefined ? null : value));
  const template = synthesized.get(asked) ?? synthesizeAnew(stage, options);
  synthesized.set(asked, template);
  return template;
};

/** Joins what `Fn::Join` would, with `<LogicalId>` and `<LogicalId.Attribute>` for what is known only on AWS. */
export const spoken = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) {
    if ('Ref' in value) return `<${value.Ref}>`;
    if ('Fn::GetAtt' in value) return `<${(value['Fn::GetAtt'] as string[]).join('.')}>`;
    if ('Fn::Join' in value) {
      const [separator, parts] = value['Fn::Join'] as [string, unknown[]];
      return parts.map(spoken).join(separator);
    }
  }
  throw new Error(`Not text: ${JSON.stringify(value)}`);
};

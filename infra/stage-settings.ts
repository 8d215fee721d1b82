import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Stage } from './stage.ts';

/** Relative to the repository's root, where CDK's command line runs. */
const settingsFolder = 'stages';

/** What stands in a stage's file does not fit; the message names the file and each field. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const hostName = z
  .string()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})+$/, 'a host in lower case, such as app.example.com');

/** Whether `name` is the zone's own name or below it. */
const isWithin = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);

/** What an operator decides about a stage: `stages/<stage>.json`, as `stages/example.json` shows it. */
export const StageSettings = z
  .strictObject({
    /** Who is told when something breaks. */
    alarmEmail: z.email().optional(),
    /** The domain from which mail comes: all of it is verified with SES. */
    mailDomain: hostName.optional(),
    /** The sender; `hello@` the mail domain unless it is said. Without a domain, this one address is verified. */
    mailFrom: z.email().optional(),
    /** `existing`: SES has the sender in this account and region already, from another stage or made by hand. */
    mailIdentity: z.enum(['new', 'existing']).default('new'),
    /** For how many days the history of a group is kept. A year and a month: last year's same month is there to compare with. */
    historyDays: z.int().min(1).default(400),
    /** The website's own address, in place of one below `cloudfront.net`. */
    domain: z
      .strictObject({
        name: hostName,
        /** CloudFront takes certificates of this region alone, wherever the stack is. */
        certificateArn: z
          .string()
          .regex(
            /^arn:aws:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36}$/,
            'the ARN of a certificate in us-east-1, which is where CloudFront looks for it',
          ),
      })
      .optional(),
    /** The zone of Route 53 that gets the DNS records. Without it they are printed, to be entered elsewhere. */
    hostedZone: z
      .strictObject({
        id: z.string().regex(/^Z[A-Z0-9]{1,31}$/, 'an id such as Z0123456789ABCDEFGHIJ'),
        name: hostName,
      })
      .optional(),
    /** `existing`: the mail domain has a DMARC record already, and it is left alone. */
    dmarc: z.enum(['new', 'existing']).default('new'),
  })
  .superRefine(({ mailDomain, mailFrom, domain, hostedZone }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!mailDomain && !mailFrom)
      refuse('mailDomain', 'nobody is named as sender of mails: write this, or mailFrom');
    if (mailDomain && mailFrom && !mailFrom.endsWith(`@${mailDomain}`)) {
      refuse('mailFrom', `no address of the domain ${mailDomain}`);
    }
    const named = [domain?.name, mailDomain].filter((name) => name !== undefined);
    if (hostedZone && !named.some((name) => isWithin(name, hostedZone.name))) {
      refuse('hostedZone', 'neither the website nor the mail is within this zone');
    }
  });

export type StageSettings = z.output<typeof StageSettings>;

/** The zone, where the records of this name belong into it. */
export const zoneOf = ({ hostedZone }: StageSettings, name: string): StageSettings['hostedZone'] =>
  hostedZone && isWithin(name, hostedZone.name) ? hostedZone : undefined;

/**
 * Parses what stands in a stage's file.
 * @param from the file, which the message names
 * @throws SettingsError
 */
export const parseStageSettings = (given: unknown, from: string): StageSettings => {
  const { success, data, error } = StageSettings.safeParse(given);
  if (success) return data;
  const lines = error.issues.map(({ path, message }) =>
    path.length ? `${path.join('.')}: ${message}` : message,
  );
  throw new SettingsError(`${from} can't be used: ${lines.join('; ')}.`);
};

export const settingsFile = (stage: Stage): string => `${settingsFolder}/${stage.name}.json`;

/** What to do where a stage has no settings, in one sentence. */
export const settingsAreMissing = (stage: Stage): string =>
  `The stage ${stage.name} can't be deployed before its settings are written: copy ${settingsFolder}/example.json to ` +
  `${settingsFile(stage)} and change what stands in it.`;

/**
 * The settings of a stage; undefined where nobody has written them.
 * @throws SettingsError when they don't fit.
 */
export const readStageSettings = (stage: Stage): StageSettings | undefined => {
  const file = settingsFile(stage);
  if (!existsSync(file)) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new SettingsError(`${file} can't be used: it is not JSON (${cause.message}).`, { cause });
  }
  return parseStageSettings(content, file);
};

/** Stands in where nothing is deployed: a template can be made and compared without any settings. */
export const placeholderSettings: StageSettings = parseStageSettings(
  { mailDomain: 'guildhall.example' },
  'the placeholder',
);

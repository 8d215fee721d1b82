import { randomUUID } from 'node:crypto';
import { AwsFailure, type AwsService } from '../iam/aws-service.ts';
import { UnknownCall } from '../iam/dynamodb-actions.ts';
import { KeptFile } from '../runner/kept-file.ts';
import type { LocalTemplate } from '../runner/template.ts';

export const mailsFile = 'mails.json';

/** A mail that left the system; here it stays on the machine. */
export interface KeptMail {
  id: string;
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

interface SendEmail {
  FromEmailAddress?: string;
  ConfigurationSetName?: string;
  Destination?: { ToAddresses?: string[] };
  Content?: {
    Simple?: { Subject: { Data: string }; Body: { Text?: { Data: string }; Html?: { Data: string } } };
  };
}

const mostMails = 500;
/** As SES's own mailbox simulator: an address for trying what happens when SES refuses. */
const refusedAddress = /^reject@/;

const addressIn = (from: string): string => /<([^>]+)>$/.exec(from)?.[1] ?? from;

/** SES, as far as functions call it. Sends to nobody: all mail is kept in the data folder and shown on `/_local`. */
export class LocalMail {
  readonly #kept: KeptFile<KeptMail[]>;

  constructor(dataDir: string) {
    this.#kept = new KeptFile<KeptMail[]>(dataDir, mailsFile, () => []);
  }

  /** Newest first. */
  mails(): KeptMail[] {
    return this.#kept.content.toReversed();
  }

  /** The identities and their rules are those of the template. */
  service(template: LocalTemplate): AwsService {
    const { region, accountId } = template.world;
    const arn = (resource: string) => `arn:aws:ses:${region}:${accountId}:${resource}`;
    const identities = template.all('AWS::SES::EmailIdentity').map(({ properties }) => ({
      name: String(properties.EmailIdentity),
      rules: (properties.ConfigurationSetAttributes as { ConfigurationSetName?: string } | undefined)
        ?.ConfigurationSetName,
    }));
    const ruleSets = new Set(
      template.all('AWS::SES::ConfigurationSet').map(({ properties }) => String(properties.Name)),
    );
    const identityOf = (body: SendEmail) => {
      const address = addressIn(body.FromEmailAddress ?? '');
      return identities.find(({ name }) => name === address || address.endsWith(`@${name}`));
    };
    return {
      actions: ({ path, body }) => {
        if (path !== '/v2/email/outbound-emails') throw new UnknownCall(`ses ${path}`);
        const identity = identityOf(body as SendEmail);
        const { FromEmailAddress = '', ConfigurationSetName: rules = identity?.rules } = body as SendEmail;
        const name = identity?.name ?? addressIn(FromEmailAddress);
        return [
          { action: 'ses:SendEmail', resource: arn(`identity/${name}`) },
          ...(rules ? [{ action: 'ses:SendEmail', resource: arn(`configuration-set/${rules}`) }] : []),
        ];
      },
      answer: ({ body }) => {
        const {
          FromEmailAddress: from = '',
          ConfigurationSetName: named,
          Destination,
          Content,
        } = body as SendEmail;
        const [to, ...others] = Destination?.ToAddresses ?? [];
        const simple = Content?.Simple;
        if (!to || others.length > 0 || !simple) {
          throw new AwsFailure(
            'BadRequestException',
            'Only a simple mail to one address is understood here.',
          );
        }
        if (!identityOf(body as SendEmail)) {
          throw new AwsFailure('MessageRejected', `Email address is not verified: ${addressIn(from)}`);
        }
        if (named !== undefined && !ruleSets.has(named)) {
          throw new AwsFailure('NotFoundException', `Configuration set <${named}> does not exist.`);
        }
        if (refusedAddress.test(to))
          throw new AwsFailure('MessageRejected', 'This address is for trying that.');
        const id = randomUUID();
        this.#kept.content.push({
          id,
          at: new Date().toISOString(),
          from,
          to,
          subject: simple.Subject.Data,
          text: simple.Body.Text?.Data ?? '',
          html: simple.Body.Html?.Data ?? '',
        });
        this.#kept.content.splice(0, this.#kept.content.length - mostMails);
        this.#kept.save();
        return { MessageId: id };
      },
    };
  }
}

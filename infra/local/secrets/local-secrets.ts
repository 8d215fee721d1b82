import { randomBytes } from 'node:crypto';
import { AwsFailure, type AwsService } from '../iam/aws-service.ts';
import { UnknownCall } from '../iam/dynamodb-actions.ts';
import { KeptFile } from '../runner/kept-file.ts';
import type { World } from '../runner/resource-types.ts';

export const secretsFile = 'secrets.json';

/** What an operator would have got from Stripe. */
export interface StripeSecret {
  apiKey: string;
  webhookSecret: string;
  monthlyPrice: string;
  yearlyPrice: string;
}

/** The secrets that the template names, with values invented for this data folder: nobody else knows them. */
export class LocalSecrets {
  readonly stripe: StripeSecret;

  constructor(dataDir: string) {
    const invented = () => ({
      stripe: {
        apiKey: `sk_test_${randomBytes(18).toString('hex')}`,
        webhookSecret: `whsec_${randomBytes(18).toString('hex')}`,
        monthlyPrice: 'price_monthly',
        yearlyPrice: 'price_yearly',
      },
    });
    this.stripe = new KeptFile<{ stripe: StripeSecret }>(dataDir, secretsFile, invented).content.stripe;
  }

  /** Secrets Manager, as far as functions call it: reading the value of a secret by its name. */
  service({ region, accountId }: Pick<World, 'region' | 'accountId'>): AwsService {
    const arnOf = (name: string) => `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-LoCaL1`;
    return {
      actions: ({ operation, body }) => {
        if (operation !== 'GetSecretValue') throw new UnknownCall(`secretsmanager:${operation}`);
        return [{ action: 'secretsmanager:GetSecretValue', resource: arnOf(String(body.SecretId)) }];
      },
      answer: ({ body }) => {
        const name = String(body.SecretId);
        if (!/^guildhall\/\w+\/stripe$/.test(name)) {
          throw new AwsFailure(
            'ResourceNotFoundException',
            "Secrets Manager can't find the specified secret.",
          );
        }
        return { ARN: arnOf(name), Name: name, SecretString: JSON.stringify(this.stripe) };
      },
    };
  }
}

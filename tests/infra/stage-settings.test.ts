import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseStageSettings, StageSettings } from '../../infra/stage-settings.ts';
import { synthesize } from '../support/template.ts';

const refusal = (given: unknown): string => {
  try {
    parseStageSettings(given, 'stages/dev.json');
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a stage's settings", () => {
  it('are as the example shows them, each of them', () => {
    const example = JSON.parse(readFileSync('stages/example.json', 'utf8'));
    expect(parseStageSettings(example, 'the example')).toEqual(example);
    expect(Object.keys(example).sort()).toEqual(Object.keys(StageSettings.shape).sort());
  });

  it('need a sender of mails, and nothing else', () => {
    expect(parseStageSettings({ mailDomain: 'example.com' }, 'the test')).toMatchObject({
      mailIdentity: 'new',
      historyDays: 400,
    });
    expect(refusal({})).toBe(
      "stages/dev.json can't be used: mailDomain: nobody is named as sender of mails: write this, or mailFrom.",
    );
  });

  it.each([
    [{ mailDomain: 'example.com', mailform: 'x' }, 'mailform'],
    [
      { mailDomain: 'example.com', mailFrom: 'ada@elsewhere.com' },
      'mailFrom: no address of the domain example.com',
    ],
    [{ mailDomain: 'https://example.com' }, 'mailDomain: a host'],
    [{ mailFrom: 'Ada <ada@example.com>' }, 'mailFrom'],
    [{ mailDomain: 'example.com', mailIdentity: 'exists' }, 'mailIdentity'],
    [{ mailDomain: 'example.com', historyDays: 0 }, 'historyDays'],
    [{ mailDomain: 'example.com', historyDays: '30' }, 'historyDays'],
    [
      {
        mailDomain: 'example.com',
        domain: {
          name: 'app.example.com',
          certificateArn:
            'arn:aws:acm:eu-west-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
        },
      },
      'domain.certificateArn: the ARN of a certificate in us-east-1',
    ],
    [{ mailDomain: 'example.com', hostedZone: { id: 'Z012', name: 'other.com' } }, 'hostedZone: neither'],
  ])('%o are refused, naming file and field', (given, what) => {
    expect(refusal(given)).toContain(`stages/dev.json can't be used: `);
    expect(refusal(given)).toContain(what);
  });

  it('are not needed to look at a template, but CloudFormation refuses to deploy it then, with one sentence', async () => {
    const sentence =
      "The stage prod can't be deployed before its settings are written: copy stages/example.json to stages/prod.json and change what stands in it.";
    // A clone has no stages/prod.json: CDK gives the app no settings.
    const without = await synthesize('prod', { settings: 'none' });
    expect(JSON.parse(without.text).Rules.SettingsAreWritten.Assertions).toEqual([
      {
        Assert: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'a region that there is not'] },
        AssertDescription: sentence,
      },
    ]);
    expect(JSON.parse((await synthesize('prod')).text).Rules ?? {}).not.toHaveProperty('SettingsAreWritten');
  });

  it('are kept out of the repository, the example apart', async () => {
    const ignored = async (file: string) =>
      promisify(execFile)('git', ['check-ignore', '-q', file]).then(
        () => true,
        () => false,
      );
    expect(await ignored('stages/prod.json')).toBe(true);
    expect(await ignored('stages/dev.json')).toBe(true);
    expect(await ignored('stages/example.json')).toBe(false);
  });
});

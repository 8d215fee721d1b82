import { describe, expect, test } from 'vitest';
import { type ActionRequest, decide, PolicyError, readPolicy } from '../../infra/local/iam/iam-policy.ts';

const table = 'arn:aws:dynamodb:eu-central-1:000000000000:table/records';
const put: ActionRequest = { action: 'dynamodb:PutItem', resource: table };

const decisionOf = (statement: object | object[], request: ActionRequest = put) =>
  decide([readPolicy({ Version: '2012-10-17', Statement: statement }, 'policy')], request);

const allow = (rest: object) => ({ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: table, ...rest });

describe('what is allowed', () => {
  test('nothing, where no statement speaks', () => {
    expect(decide([], put)).toBe('no allow');
    expect(decisionOf(allow({ Action: 'dynamodb:GetItem' }))).toBe('no allow');
  });

  test.each([
    ['the exact action and resource', {}],
    ['an action in other letters', { Action: 'DYNAMODB:putitem' }],
    ['one of several actions', { Action: ['dynamodb:GetItem', 'dynamodb:PutItem'] }],
    ['a wildcard in the action', { Action: 'dynamodb:Put*' }],
    ['a question mark for one letter', { Action: 'dynamodb:Pu?Item' }],
    ['every action', { Action: '*' }],
    ['a wildcard in the resource', { Resource: 'arn:aws:dynamodb:*:*:table/rec*' }],
    ['every resource', { Resource: '*' }],
  ])('%s', (_name, rest) => {
    expect(decisionOf(allow(rest))).toBe('allowed');
  });

  test.each([
    ['a resource in other letters', { Resource: table.toUpperCase() }],
    ['a table where an index is asked for', { Resource: `${table}/index/gsi1` }],
    ['a question mark for two letters', { Action: 'dynamodb:P?Item' }],
  ])('not %s', (_name, rest) => {
    expect(decisionOf(allow(rest))).toBe('no allow');
  });

  test('a dot or bracket in a pattern stands for itself', () => {
    expect(decisionOf(allow({ Resource: 'arn.aws:*' }))).toBe('no allow');
    const odd = { action: 'dynamodb:PutItem', resource: 'a[1].(b)' };
    expect(decisionOf(allow({ Resource: 'a[1].(b)' }), odd)).toBe('allowed');
  });

  test('NotAction and NotResource speak of all others', () => {
    const statement = { Effect: 'Allow', NotAction: 'dynamodb:DeleteItem', NotResource: `${table}/index/*` };
    expect(decisionOf(statement)).toBe('allowed');
    expect(decisionOf(statement, { ...put, action: 'dynamodb:DeleteItem' })).toBe('no allow');
    expect(decisionOf(statement, { ...put, resource: `${table}/index/gsi1` })).toBe('no allow');
  });

  test('a deny wins, wherever it stands', () => {
    const deny = { Effect: 'Deny', Action: 'dynamodb:*', Resource: table };
    expect(decisionOf([allow({}), deny])).toBe('explicit deny');
    expect(decisionOf([deny, allow({})])).toBe('explicit deny');
  });
});

describe('conditions', () => {
  const leadingKeys = (...values: string[]): ActionRequest => ({
    ...put,
    context: { 'dynamodb:LeadingKeys': values },
  });
  const when = (Condition: object) => allow({ Condition });

  test.each<[string, object, ActionRequest, string]>([
    ['StringEquals holds', { StringEquals: { 'dynamodb:LeadingKeys': 'a' } }, leadingKeys('a'), 'allowed'],
    [
      'a key in other letters',
      { StringEquals: { 'DynamoDB:leadingkeys': 'a' } },
      leadingKeys('a'),
      'allowed',
    ],
    ['StringEquals fails', { StringEquals: { 'dynamodb:LeadingKeys': 'a' } }, leadingKeys('b'), 'no allow'],
    ['a missing key fails', { StringEquals: { 'dynamodb:LeadingKeys': 'a' } }, put, 'no allow'],
    ['IfExists forgives', { StringEqualsIfExists: { 'dynamodb:LeadingKeys': 'a' } }, put, 'allowed'],
    [
      'a negation holds for a missing key',
      { StringNotEquals: { 'dynamodb:LeadingKeys': 'a' } },
      put,
      'allowed',
    ],
    ['StringLike', { StringLike: { 'dynamodb:LeadingKeys': 'org#*' } }, leadingKeys('org#1'), 'allowed'],
    ['Null true', { Null: { 'dynamodb:LeadingKeys': 'true' } }, put, 'allowed'],
    ['Null false', { Null: { 'dynamodb:LeadingKeys': 'false' } }, put, 'no allow'],
    [
      'ForAllValues needs all',
      { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['a', 'b'] } },
      leadingKeys('a', 'c'),
      'no allow',
    ],
    [
      'ForAnyValue needs one',
      { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': ['a', 'b'] } },
      leadingKeys('a', 'c'),
      'allowed',
    ],
    [
      'ForAnyValue of nothing',
      { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': 'a' } },
      put,
      'no allow',
    ],
  ])('%s', (_name, condition, request, decision) => {
    expect(decisionOf(when(condition), request)).toBe(decision);
  });

  test('all of them must hold', () => {
    const both = when({
      StringEquals: { 'dynamodb:LeadingKeys': 'a' },
      StringLike: { 'aws:PrincipalTag/team': 'x*' },
    });
    expect(decisionOf(both, leadingKeys('a'))).toBe('no allow');
  });
});

describe('what is not understood is an error', () => {
  test.each<[string, object, RegExp]>([
    ['an operator', allow({ Condition: { DateLessThan: { 'aws:CurrentTime': '2026' } } }), /DateLessThan/],
    ['a key of a statement', allow({ Principal: '*' }), /Principal/],
    ['an effect', allow({ Effect: 'Maybe' }), /Effect/],
    ['a policy variable', allow({ Resource: `${table}/\${aws:username}` }), /policy variables/],
    ['both Action and NotAction', allow({ NotAction: 'x' }), /exactly one of Action and NotAction/],
    ['no resource', { Effect: 'Allow', Action: '*' }, /exactly one of Resource and NotResource/],
    ['an unresolved value', allow({ Resource: { Ref: 'Table' } }), /Resource must be a text/],
  ])('%s', (_name, statement, message) => {
    expect(() => decisionOf(statement)).toThrow(PolicyError);
    expect(() => decisionOf(statement)).toThrow(message);
  });

  test('an older version of the language', () => {
    expect(() => readPolicy({ Version: '2008-10-17', Statement: [] }, 'mine')).toThrow(/mine: Version/);
  });
});

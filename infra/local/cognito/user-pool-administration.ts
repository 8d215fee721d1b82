import { AwsFailure, type AwsService } from '../iam/aws-service.ts';
import { UnknownCall } from '../iam/dynamodb-actions.ts';
import type { LocalTemplate } from '../runner/template.ts';
import type { SignInStore } from './sign-in-store.ts';
import { usernameOf } from './sign-in-tokens.ts';

/** The user pool, as far as functions administer it: removing a person's sign-in. */
export const userPoolAdministration = (template: LocalTemplate, store: SignInStore): AwsService => {
  const { region, accountId } = template.world;
  const pools = new Set(template.all('AWS::Cognito::UserPool').map(({ ref }) => ref));
  return {
    actions: ({ operation, body }) => {
      if (operation !== 'AdminDeleteUser') throw new UnknownCall(`cognito-idp:${operation}`);
      const resource = `arn:aws:cognito-idp:${region}:${accountId}:userpool/${body.UserPoolId}`;
      return [{ action: 'cognito-idp:AdminDeleteUser', resource }];
    },
    answer: ({ body }) => {
      if (!pools.has(String(body.UserPoolId)))
        throw new AwsFailure('ResourceNotFoundException', `User pool ${body.UserPoolId} does not exist.`);
      const person = store.people.find((one) => usernameOf(one) === body.Username);
      if (!person || !store.remove(person.sub))
        throw new AwsFailure('UserNotFoundException', 'User does not exist.');
      return {};
    },
  };
};

import { AwsRefusal, callAws } from '../core/aws-call.ts';

/** The sign-ins that people have at the user pool. */
export interface UserPool {
  /** Removes a sign-in, with every session of it. One that is gone already is no failure. */
  removeUser(username: string): Promise<void>;
}

/** The user pool by its id, e.g. `eu-west-1_AbCdEf123`. The function needs `cognito-idp:AdminDeleteUser` (module-needs: `signIns`). */
export const openUserPool = (userPoolId: string): UserPool => ({
  async removeUser(username) {
    try {
      await callAws({
        service: 'cognito-idp',
        host: 'cognito-idp',
        path: '/',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.AdminDeleteUser',
        },
        body: { UserPoolId: userPoolId, Username: username },
      });
    } catch (error) {
      if (!(error instanceof AwsRefusal && error.name === 'UserNotFoundException')) throw error;
    }
  },
});

import type { SignInClient } from './sign-in-client.ts';
import type { SignInSessions } from './sign-in-sessions.ts';
import type { SignInStore } from './sign-in-store.ts';
import { usernameOf } from './sign-in-tokens.ts';

/** A refusal in the words of the cognito-idp API. */
export class ServiceRefusal extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

type Input = Record<string, unknown>;

/**
 * The cognito-idp calls that a browser makes, as far as the template's client allows them.
 * @returns a function that runs one operation and throws ServiceRefusal for what Cognito refuses.
 */
export function cognitoService(
  clients: ReadonlyMap<string, SignInClient>,
  store: SignInStore,
  sessions: SignInSessions,
): (operation: string, input: Input) => Promise<object> {
  const clientOf = (input: Input): SignInClient => {
    const client = clients.get(String(input.ClientId));
    if (client) return client;
    throw new ServiceRefusal(
      'ResourceNotFoundException',
      `User pool client ${input.ClientId} does not exist.`,
    );
  };

  const tokensFor = async (refreshToken: unknown, client: SignInClient) => {
    const tokens = await sessions.refresh(String(refreshToken), client);
    if (!tokens) throw new ServiceRefusal('NotAuthorizedException', 'Refresh Token has been revoked');
    return {
      ChallengeParameters: {},
      AuthenticationResult: {
        AccessToken: tokens.accessToken,
        IdToken: tokens.idToken,
        ...(tokens.refreshToken ? { RefreshToken: tokens.refreshToken } : {}),
        ExpiresIn: client.accessTokenSeconds,
        TokenType: 'Bearer',
      },
    };
  };

  const initiateAuth = async (input: Input) => {
    const client = clientOf(input);
    const isRefresh = input.AuthFlow === 'REFRESH_TOKEN_AUTH' || input.AuthFlow === 'REFRESH_TOKEN';
    if (!isRefresh || !client.explicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH')) {
      throw new ServiceRefusal(
        'InvalidParameterException',
        `${input.AuthFlow} flow not enabled for this client`,
      );
    }
    return tokensFor((input.AuthParameters as Input | undefined)?.REFRESH_TOKEN, client);
  };

  const revokeToken = async (input: Input) => {
    const client = clientOf(input);
    if (!client.revocation) {
      throw new ServiceRefusal(
        'UnsupportedOperationException',
        'Token revocation is not enabled for this client.',
      );
    }
    sessions.revoke(String(input.Token), client);
    return {};
  };

  const getUser = async (input: Input) => {
    const claims = await sessions.claimsOf(String(input.AccessToken));
    const person = claims && store.personBySub(String(claims.sub));
    if (!person) throw new ServiceRefusal('NotAuthorizedException', 'Invalid Access Token');
    if (!String(claims.scope).split(' ').includes('aws.cognito.signin.user.admin')) {
      throw new ServiceRefusal('NotAuthorizedException', 'Access Token does not have required scopes');
    }
    const attributes = { sub: person.sub, email: person.email, name: person.name };
    return {
      Username: usernameOf(person),
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    };
  };

  const operations = new Map<string, (input: Input) => Promise<object>>([
    ['GetTokensFromRefreshToken', async (input) => tokensFor(input.RefreshToken, clientOf(input))],
    ['InitiateAuth', initiateAuth],
    ['RevokeToken', revokeToken],
    ['GetUser', getUser],
  ]);

  return async (operation, input) => {
    const run = operations.get(operation);
    if (run) return run(input);
    throw new ServiceRefusal('UnknownOperationException', `${operation} is not known on this machine`);
  };
}

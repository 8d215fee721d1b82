import type { LocalAddresses } from '../runner/local-addresses.ts';
import type { LocalTemplate } from '../runner/template.ts';
import { type SignIn, signIn } from './sign-in.ts';
import { signInClient } from './sign-in-client.ts';
import type { SignInStore } from './sign-in-store.ts';

/** AWS hosts of the user pool of a template: its API and its hosted pages. */
export function signInHosts(template: LocalTemplate): string[] {
  const { region } = template.world;
  const pages = template
    .all('AWS::Cognito::UserPoolDomain')
    .map((domain) => `${domain.ref}.auth.${region}.amazoncognito.com`);
  return [`cognito-idp.${region}.amazonaws.com`, ...pages];
}

/** The user pool of the template with its clients. */
export function localSignIn(
  template: LocalTemplate,
  addresses: LocalAddresses,
  store: SignInStore,
  localKey: string,
): SignIn {
  const pool = template.only('AWS::Cognito::UserPool');
  const resourceServerScopes = template.all('AWS::Cognito::UserPoolResourceServer').flatMap((server) => {
    const scopes = (server.properties.Scopes ?? []) as { ScopeName: string }[];
    return scopes.map((scope) => `${server.properties.Identifier}/${scope.ScopeName}`);
  });
  const clients = template
    .all('AWS::Cognito::UserPoolClient')
    .map((client) => signInClient(client, addresses.localize(client.properties), resourceServerScopes));
  const issuer = addresses.localize(pool.attribute('ProviderURL'));
  return signIn({ userPoolId: pool.ref, issuer, clients }, store, localKey);
}

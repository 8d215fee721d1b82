import { connectionFailure } from './failure.ts';

/** `/config.json`, written at deployment: the bundle knows no stage. */
export interface WebsiteConfig {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  userPoolEndpoint: string;
  signInDomain: string;
  /** Where web sockets are opened. */
  socketUrl: string;
}

const fetchConfig = async (): Promise<WebsiteConfig> => {
  const response = await fetch('/config.json').catch((error: unknown) => {
    throw connectionFailure(error);
  });
  if (!response.ok) throw connectionFailure(new Error(`config.json answered ${response.status}`));
  return (await response.json()) as WebsiteConfig;
};

let fetched: Promise<WebsiteConfig> | undefined;

/**
 * What the website has to know of its stage, fetched once. A failed attempt is not remembered, so that trying again can work.
 * @throws Failure when it cannot be fetched
 */
export const websiteConfig = (): Promise<WebsiteConfig> => {
  fetched ??= fetchConfig().catch((error: unknown) => {
    fetched = undefined;
    throw error;
  });
  return fetched;
};

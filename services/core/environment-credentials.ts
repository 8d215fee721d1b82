import { environment } from './environment.ts';

/** Stands in for the SDK's default chain in function bundles: Lambda gives its role's credentials in the environment. */
export const defaultProvider = () => async () => ({
  accessKeyId: environment('AWS_ACCESS_KEY_ID'),
  secretAccessKey: environment('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env.AWS_SESSION_TOKEN,
});

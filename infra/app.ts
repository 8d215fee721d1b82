import { createGuildhallApp } from './guildhall-app.ts';
import { SettingsError } from './stage-settings.ts';

try {
  const app = await createGuildhallApp();
  app.synth();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  // A person's own file: they need its sentence, not our stack.
  console.error(error.message);
  process.exitCode = 1;
}

/** Builds the website for deployment and returns its folder. It knows no stage: it reads `config.json` at start. */
export const bundleWebsite = async (): Promise<string> => {
  const { build } = await import('vite');
  await build({ configFile: 'frontend/vite.config.ts', logLevel: 'warn' });
  return '.build/website';
};

import { createGuildhallApp } from './guildhall-app.ts';

const app = await createGuildhallApp();
app.synth();

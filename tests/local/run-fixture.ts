/** Runs the fixture in a process of its own, for a test that kills it: `run-fixture.ts <assembly> <data folder>`. */
import { startLocalCloud } from '../../infra/local/runner/local-cloud.ts';

const [, , templateDir = '', dataDir = ''] = process.argv;
const { url, tableEndpoint, tableName } = await startLocalCloud({ templateDir, dataDir, port: 0 });
console.log(JSON.stringify({ url, tableEndpoint, tableName }));

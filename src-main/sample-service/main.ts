/** `npm run sample-service -- --port 4400`: the sample service by itself. */
import { parseArgs } from 'node:util';
import { startSampleService } from './index.ts';

const usage = 'Usage: npm run sample-service -- [--port 4400]';

/** The port asked for, or null when the command line can't be understood. */
function readPort(): number | null {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '4400' } } });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : -1;
    return port >= 0 && port <= 65_535 ? port : null;
  } catch {
    return null;
  }
}

async function run(): Promise<void> {
  const port = readPort();
  if (port === null) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  try {
    const service = await startSampleService({ port });
    console.log(`The sample service is at ${service.address}`);
    console.log(`Access key: ${service.accessKey}`);
    console.log(`Trial key:  ${service.trialKey}`);
    console.log(
      `Try: curl -H "Authorization: Bearer ${service.accessKey}" "${service.address}/api/data/microblog/posts/live?q=city%20trees"`,
    );
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    console.error(inUse ? `Port ${port} is taken. Choose another with --port.` : String(error));
    process.exitCode = 1;
  }
}

await run();

/** The sample service as a standalone command. */
import { parseArgs } from 'node:util';
import { startSampleService } from './index.ts';
import type { SampleServiceHandle } from './index.ts';

export const usage = 'Usage: npm run sample-service -- [--port 4400]';

export interface Output {
  say: (line: string) => void;
  complain: (line: string) => void;
}

/** The requested port, or null when the command line can't be understood. */
function readPort(args: readonly string[]): number | null {
  try {
    const options = { port: { type: 'string', default: '4400' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : -1;
    return port >= 0 && port <= 65_535 ? port : null;
  } catch {
    return null;
  }
}

/** Starts the service and prints how to use it, or returns the exit code: 2 for wrong usage. */
export async function runSampleService(
  args: readonly string[],
  { say, complain }: Output,
): Promise<SampleServiceHandle | number> {
  const port = readPort(args);
  if (port === null) {
    complain(usage);
    return 2;
  }
  try {
    const service = await startSampleService({ port });
    say(`The sample service is at ${service.address}`);
    say(`Access key: ${service.accessKey}`);
    say(`Trial key:  ${service.trialKey}`);
    say(`Sign-in token: ${service.sessionToken}`);
    say(
      `Try: curl -H "Authorization: Bearer ${service.accessKey}" "${service.address}/api/data/microblog/posts/live?q=city%20trees"`,
    );
    return service;
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    complain(inUse ? `Port ${port} is taken. Choose another with --port.` : String(error));
    return 1;
  }
}

/** `npm run sample-service` */
import { expect, it } from 'vitest';
import { runSampleService, usage } from '#main/sample-service/command-line.ts';
import { startService } from './asking.ts';

async function run(args: readonly string[]) {
  const said: string[] = [];
  const complained: string[] = [];
  const result = await runSampleService(args, {
    say: (line) => said.push(line),
    complain: (line) => complained.push(line),
  });
  return { said, complained, result };
}

it('says where it is, with which keys, and how to ask', async () => {
  const { said, result } = await run(['--port', '0']);
  if (typeof result === 'number') throw new Error(`It ended with ${result}.`);
  expect(said).toEqual([
    `The sample service is at ${result.address}`,
    `Access key: ${result.accessKey}`,
    `Trial key:  ${result.trialKey}`,
    `Session token: ${result.sessionToken}`,
    expect.stringContaining(`${result.address}/api/data/microblog/posts/live?q=`),
  ]);
  await result.close();
});

it.each([[['--unknown']], [['--port', 'x']], [['--port', '70000']], [['extra']], [['--port']]])(
  'does not understand %o',
  async (args) => {
    const { said, complained, result } = await run(args);
    expect(result).toBe(2);
    expect(said).toEqual([]);
    expect(complained).toEqual([usage]);
  },
);

it('says that the port is taken', async () => {
  const service = await startService();
  const port = new URL(service.address).port;
  const { complained, result } = await run(['--port', port]);
  expect(result).toBe(1);
  expect(complained).toEqual([`Port ${port} is taken. Choose another with --port.`]);
});

/** The built browser host, asked beside its window: the contract over HTTP. */
import { readFile } from 'node:fs/promises';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { startHost } from '#test/e2e/running-host.ts';
import type { RunningHost } from '#test/e2e/running-host.ts';

export interface BenchHost {
  url: string;
  origin: string;
  /** For the header of every call. */
  token: string;
  call: <M extends MethodName>(method: M, input: MethodInput<M>) => Promise<MethodOutput<M>>;
  /** Bytes of the whole process; null where it can't be told. */
  memory: () => Promise<number | null>;
  stop: () => Promise<void>;
}

export async function startBenchHost(dataDir: string): Promise<BenchHost> {
  const host = await startHost({ dataDir, sample: true });
  const { origin, hash } = new URL(host.url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  return {
    url: host.url,
    origin,
    token,
    async call(method, input) {
      const response = await fetch(`${origin}/api/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin },
        body: JSON.stringify({ method, input }),
      });
      const result = (await response.json()) as Result<MethodOutput<typeof method>>;
      if (!result.ok) throw new Error(`${method}: ${JSON.stringify(result.error)}`);
      return result.value;
    },
    memory: () => residentBytes(host),
    stop: () => host.stop(),
  };
}

async function residentBytes({ pid }: RunningHost): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

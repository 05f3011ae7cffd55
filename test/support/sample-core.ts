/** A core as a host starts it, over a sample service of its own that ends with it. */
import type { Core } from '#main/core/core.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { HostPorts } from '#main/launch/start-core.ts';
import { startTestCore } from './core.ts';

export async function sampleCore({ dataDir, start }: HostPorts): Promise<Core> {
  const service = await startSampleService();
  const test = await startTestCore({
    dataDir,
    sample: start.sample,
    sampleService: async () => service,
  });
  return {
    ...test.core,
    async close() {
      await test.close();
      await service.close();
    },
  };
}

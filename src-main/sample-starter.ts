/** Starts the sample service when it is first needed, once, and ends it with the program. */
import type { SampleService } from './core/core.ts';

export interface RunningSampleService extends SampleService {
  close(): Promise<void>;
}

export interface SampleStarter {
  get: () => Promise<SampleService>;
  /** Ends the service if it ever started. */
  close(): Promise<void>;
}

export function createSampleStarter(start: () => Promise<RunningSampleService>): SampleStarter {
  let running: Promise<RunningSampleService> | null = null;
  return {
    get() {
      // A failed start is forgotten, so that the next use tries again.
      running ??= start().catch((error: unknown) => {
        running = null;
        throw error;
      });
      return running;
    },
    async close() {
      const service = await running?.catch(() => null);
      running = null;
      await service?.close();
    },
  };
}

/** A service of one listener, for answers that neither of our services gives. */
import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** Its address; it ends with the test. */
export async function serve(listener: RequestListener): Promise<string> {
  const { address, close } = await listen(listener);
  onTestFinished(close);
  return address;
}

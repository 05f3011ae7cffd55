/** Chromium's network as the core's `fetch`: system proxies and certificates work. */
import type { Net } from 'electron';

/**
 * Chromium would add its cookies, answer from its cache on disk and store what came. None of
 * that is wanted: a page is paid for once and kept by us, and the credential is the only one.
 *
 * With `redirect: 'manual'` Electron rejects a redirect instead of answering it; Node answers
 * with the status. The core expects the latter (electron: lib/common/api/net-client-request.ts).
 */
export function createNetFetch(net: Pick<Net, 'fetch'>): typeof globalThis.fetch {
  return async (input, init) => {
    const address = input instanceof URL ? input.href : input;
    const alone = {
      ...init,
      credentials: 'omit' as const,
      cache: 'no-store' as const,
      bypassCustomProtocolHandlers: true,
    };
    try {
      return await net.fetch(address, alone);
    } catch (error) {
      const redirected = error instanceof Error && error.message === 'Redirect was cancelled';
      if (redirected && init?.redirect === 'manual') return new Response(null, { status: 302 });
      throw error;
    }
  };
}

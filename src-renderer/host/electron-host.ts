/** The host in Electron: the preload's bridge, which main checks on its side. */
import type { ExplorerBridge } from '#shared/contract/event.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { isResult, lostProblem } from './replies.ts';
import type { Host } from './types.ts';

export function createElectronHost(bridge: ExplorerBridge): Host {
  const call = async <M extends MethodName>(
    method: M,
    input: MethodInput<M>,
  ): Promise<Result<MethodOutput<M>>> => {
    try {
      const answer = await bridge.call(method, input);
      if (isResult<MethodOutput<M>>(answer)) return answer;
    } catch {
      // Said below, in the same words as an answer that is not main's.
    }
    return { ok: false, error: lostProblem(method, input) };
  };
  return {
    capabilities: { savesToDisk: true, showsInFolder: true, isGivenFiles: true },
    admitted: true,
    call,
    subscribe: (onEvent, onConnection) => {
      onConnection('heard');
      return bridge.subscribe(onEvent);
    },
    openLink: async (url) => {
      const result = await call('link.open', { url });
      return result.ok ? null : result.error;
    },
    // Main writes files itself here; see `savesToDisk`.
    download: () => {},
  };
}

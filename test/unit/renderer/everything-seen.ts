/** A window so tall that everything is on screen: what is drawn only when seen is drawn. */
import { vi } from 'vitest';

class EverythingSeen {
  readonly report: (entries: { isIntersecting: boolean }[]) => void;
  constructor(report: EverythingSeen['report']) {
    this.report = report;
  }
  observe(): void {
    this.report([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}

export const seeEverything = (): unknown => vi.stubGlobal('IntersectionObserver', EverythingSeen);

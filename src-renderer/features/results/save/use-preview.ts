import { useEffect, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { ExportPreview } from '#shared/export/export.ts';
import { previewRows, type ExportChoice } from '#renderer/state/exports.ts';

/** Long enough for a second choice, short enough to be seen as an answer. */
const pauseMs = 150;
const previewed = 8;

interface PreviewState {
  /** Of the latest choice that was answered; null before the first. */
  preview: ExportPreview | null;
  problem: Problem | null;
}

/** The first rows as they will be written, a moment after each choice. `spec` null: nothing. */
export function usePreview(spec: ExportChoice | null): PreviewState {
  const [state, setState] = useState<PreviewState>({ preview: null, problem: null });
  const key = spec === null ? null : JSON.stringify(spec);
  useEffect(() => {
    if (spec === null) return undefined;
    let isOld = false;
    const timer = setTimeout(async () => {
      const result = await previewRows(spec, previewed);
      if (isOld) return;
      setState(
        result.ok
          ? { preview: result.value, problem: null }
          : { preview: null, problem: result.error },
      );
    }, pauseMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
    // The same choices are another object each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return state;
}

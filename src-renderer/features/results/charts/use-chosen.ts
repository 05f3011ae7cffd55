import { useState } from 'react';
import type { Span } from './draw/selection.ts';

/** Which bars are chosen: none any more when `key` says that other bars are drawn. */
export function useChosen(key: string): [chosen: Span | null, choose: (span: Span | null) => void] {
  const [state, setState] = useState<{ key: string; span: Span | null }>({ key, span: null });
  return [state.key === key ? state.span : null, (span) => setState({ key, span })];
}

import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const shownMs = 1500;

/** Copies text, and says for a moment that it did. */
export function useCopied(): [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, (text) => setCopied(copyText(text))];
}

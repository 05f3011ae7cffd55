import { type ReactNode, useEffect, useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { SmallButton } from './buttons.tsx';

/**
 * Writes text to the clipboard after a click or key press. Uses the `copy` event, which needs no
 * permission: the window is refused every permission that the newer clipboard API asks for.
 *
 * @param html The same as HTML, for programs that prefer it; null for text alone.
 * @returns whether it was written; false if the click or key press is too long ago.
 */
export function copyText(text: string, html: string | null = null): boolean {
  let isWritten = false;
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== null) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
    isWritten = true;
  };
  document.addEventListener('copy', write, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', write, { capture: true });
  return isWritten;
}

const shownMs = 1500;

/** Copies as `copyText` does, and reports for a moment that it did. */
export function useCopied(): [isCopied: boolean, copy: (text: string, html?: string) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, (text, html) => setCopied(copyText(text, html))];
}

interface CopyButtonProps {
  /** Called on click, so that large texts are only made when needed. */
  text: () => string;
  /** The same as HTML, for programs that prefer it. */
  html?: () => string;
  /** `default` if it stands alone. */
  variant?: 'subtle' | 'default';
  children: ReactNode;
}

/** A small button that briefly shows that it has copied. */
export function CopyButton({ text, html, variant = 'subtle', children }: CopyButtonProps) {
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? Check : Copy;
  return (
    <SmallButton
      variant={variant}
      color="gray"
      flex="none"
      icon={Icon}
      onClick={() => copy(text(), html?.())}
    >
      {isCopied ? 'Copied' : children}
    </SmallButton>
  );
}

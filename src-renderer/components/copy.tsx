import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

/**
 * Puts text on the clipboard from a click or key press. Through the `copy` event, which needs no
 * permission: the window is refused every permission that the clipboard's newer interface asks for.
 *
 * @param html The same as HTML, for programs that prefer it; null for text alone.
 * @returns whether it was taken: not when the click or key press is too long ago.
 */
export function copyText(text: string, html: string | null = null): boolean {
  let isTaken = false;
  const take = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== null) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  document.addEventListener('copy', take, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', take, { capture: true });
  return isTaken;
}

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

interface CopyButtonProps {
  /** Called when clicked, so that large texts are made only then. */
  text: () => string;
  /** `default` where it stands alone. */
  variant?: 'subtle' | 'default';
  children: ReactNode;
}

/** A small button that says for a moment that it has copied. */
export function CopyButton({ text, variant = 'subtle', children }: CopyButtonProps) {
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      size="xs"
      variant={variant}
      color="gray"
      flex="none"
      leftSection={<Icon />}
      onClick={() => copy(text())}
    >
      {isCopied ? 'Copied' : children}
    </Button>
  );
}

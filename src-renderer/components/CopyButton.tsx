import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from './copy-text.ts';

const shownMs = 1500;

interface CopyButtonProps {
  /** Called when clicked, so that large texts are made only then. */
  text: () => string;
  /** `default` where it stands alone. */
  variant?: 'subtle' | 'default';
  children: ReactNode;
}

/** A small button that says for a moment that it has copied. */
export function CopyButton({ text, variant = 'subtle', children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      size="xs"
      variant={variant}
      color="gray"
      leftSection={<Icon aria-hidden />}
      onClick={() => setCopied(copyText(text()))}
    >
      {isCopied ? 'Copied' : children}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from '../../components/copy-text.ts';

const shownMs = 1500;

interface CopyButtonProps {
  /** Called when clicked, so that large texts are made only then. */
  text: () => string;
  children: ReactNode;
}

/** A small button that says for a moment that it has copied. */
export function CopyButton({ text, children }: CopyButtonProps) {
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
      variant="subtle"
      color="gray"
      leftSection={<Icon aria-hidden />}
      onClick={() => setCopied(copyText(text()))}
    >
      {isCopied ? 'Copied' : children}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopied } from './use-copied.ts';

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
      leftSection={<Icon aria-hidden />}
      onClick={() => copy(text())}
    >
      {isCopied ? 'Copied' : children}
    </Button>
  );
}

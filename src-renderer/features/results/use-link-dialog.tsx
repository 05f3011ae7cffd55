import { Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { CopyButton } from '#renderer/components/CopyButton.tsx';
import { Dialog } from '#renderer/components/dialog/Dialog.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemText.tsx';
import { usePending } from '#renderer/components/use-pending.ts';
import { openLink } from '#renderer/state/links.ts';
import classes from './Results.module.css';
import { addressHost } from './values/cell-view.ts';

/** Asks before an address from data is opened. Returns the question and how to ask it. */
export function useLinkDialog(): [dialog: ReactNode, askToOpen: (address: string) => void] {
  // The address stays while the dialog fades out.
  const [address, setAddress] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const dialog = (
    <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Open this link?" size={520}>
      {address !== null && (
        <LinkQuestion key={address} address={address} onDone={() => setOpen(false)} />
      )}
    </Dialog>
  );
  return [
    dialog,
    (asked) => {
      setAddress(asked);
      setOpen(true);
    },
  ];
}

function LinkQuestion({ address, onDone }: { address: string; onDone: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, open] = usePending(async () => {
    const refused = await openLink(address);
    setProblem(refused);
    if (refused === null) onDone();
  });
  return (
    <div className={classes.body}>
      <p>
        It comes from the service’s answer and leads to{' '}
        <strong dir="ltr">{addressHost(address)}</strong>. Your browser will open it; that site then
        learns of your visit.
      </p>
      <p dir="ltr" className={classes.address}>
        {address}
      </p>
      {problem !== null && <ProblemText problem={problem} />}
      <div className={classes.buttons}>
        <CopyButton text={() => address}>Copy address</CopyButton>
        <span className={classes.gap} />
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button leftSection={<ExternalLink aria-hidden />} disabled={isPending} onClick={open}>
          Open link
        </Button>
      </div>
    </div>
  );
}

import { Box, Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { CopyButton } from '#renderer/components/copy.tsx';
import { Dialog, DialogBody, DialogButtons } from '#renderer/components/dialog/Dialog.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { usePending } from '#renderer/components/hooks.ts';
import { openLink } from '#renderer/state/app.ts';
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
    <DialogBody>
      <p>
        This link comes from the service’s answer and leads to{' '}
        <strong dir="ltr">{addressHost(address)}</strong>. It opens in your browser, and that site
        will see your visit.
      </p>
      <p dir="ltr" className={classes.address}>
        {address}
      </p>
      {problem !== null && <ProblemText problem={problem} />}
      <DialogButtons
        before={
          <Box mr="auto">
            <CopyButton text={() => address}>Copy address</CopyButton>
          </Box>
        }
        onCancel={onDone}
      >
        <Button leftSection={<ExternalLink aria-hidden />} disabled={isPending} onClick={open}>
          Open link
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}

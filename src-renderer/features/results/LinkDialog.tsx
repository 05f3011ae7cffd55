/** Asks before an address from data is opened. */
import { Box } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { CopyButton } from '#renderer/components/copy.tsx';
import { DialogForm, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { RequestAddress } from '#renderer/components/texts.tsx';
import { openLink } from '#renderer/state/app.ts';
import { open, useOpen } from '#renderer/state/open.ts';
import { addressHost } from './values/cell-view.ts';

/** Asks whether an address may be opened. */
export const askToOpen = (address: string): void => open({ link: address });

const close = (): void => open({ link: null });

export const LinkDialog = () => (
  <DialogOf of={useOpen(({ link }) => link)} onClose={close} title="Open this link?" size={520}>
    {(address) => <LinkQuestion key={address} address={address} />}
  </DialogOf>
);

const LinkQuestion = ({ address }: { address: string }) => (
  <DialogForm
    submit="Open link"
    icon={<ExternalLink />}
    act={() => openLink(address)}
    before={
      <Box mr="auto">
        <CopyButton text={() => address}>Copy address</CopyButton>
      </Box>
    }
  >
    <p>
      This link comes from the service’s answer and leads to{' '}
      <strong dir="ltr">{addressHost(address)}</strong>. It opens in your browser, and that site
      will see your visit.
    </p>
    <RequestAddress>{address}</RequestAddress>
  </DialogForm>
);

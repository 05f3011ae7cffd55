import { Button } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { Dialog, DialogButtons, DialogForm, DialogNote } from '../../components/dialog/Dialog.tsx';
import { AddressField } from '../../components/credentials/AddressField.tsx';
import { useSnapshot } from '../../state/app.ts';
import { chooseService } from '../../state/service.ts';
import { useLeaveService } from './use-leave-service.tsx';

/** Asks where the service is. */
export function AddressDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="A service of your own">
      <AddressForm onClose={onClose} />
    </Dialog>
  );
}

function AddressForm({ onClose }: { onClose: () => void }) {
  const inUse = useSnapshot(({ profile }) =>
    profile === null || isSampleProfile(profile) ? null : profile.address,
  );
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(inUse ?? suggested ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const leave = useLeaveService();
  const choose = async () => {
    setBusy(true);
    const found = await chooseService({ kind: 'address', address });
    setBusy(false);
    setProblem(found);
    if (found === null) onClose();
  };

  return (
    <DialogForm
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void leave.before(choose);
      }}
    >
      <AddressField value={address} onChange={setAddress} problem={problem} focusFirst />
      <DialogNote>
        A key belongs to its address: one stored for another service is not sent here.
      </DialogNote>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy}>
          Use this address
        </Button>
      </DialogButtons>
      {leave.dialog}
    </DialogForm>
  );
}

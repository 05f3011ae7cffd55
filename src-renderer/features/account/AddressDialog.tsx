import { Button, Modal } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { AddressField } from '../../components/credentials/AddressField.tsx';
import { useSnapshot } from '../../state/app.ts';
import { chooseService } from '../../state/service.ts';
import classes from './Dialog.module.css';

/** Asks where the service is. */
export function AddressDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="A service of your own">
      <AddressForm onClose={onClose} />
    </Modal>
  );
}

function AddressForm({ onClose }: { onClose: () => void }) {
  const inUse = useSnapshot(({ profile }) =>
    profile === null || profile.id === 'sample' ? null : profile.address,
  );
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(inUse ?? suggested ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const found = await chooseService({ kind: 'address', address });
    setBusy(false);
    setProblem(found);
    if (found === null) onClose();
  };

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <AddressField value={address} onChange={setAddress} problem={problem} focusFirst />
      <p className={classes.note}>
        A key belongs to its address: one stored for another service is not sent here.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Use this address
        </Button>
      </div>
    </form>
  );
}

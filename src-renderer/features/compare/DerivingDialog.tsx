/** The dialog in which a run is worked out from others, wherever it was opened from. */
import { useState } from 'react';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { stopDeriving, useDeriving } from '../../state/derived.ts';
import { CollectionsForm } from './CollectionsDialog.tsx';
import { CompareForm } from './CompareDialog.tsx';

export function DerivingDialog() {
  const deriving = useDeriving((state) => state.deriving);
  // Still drawn while the dialog fades away.
  const [shown, setShown] = useState(deriving);
  if (deriving !== null && deriving !== shown) setShown(deriving);
  return (
    <Dialog
      opened={deriving !== null}
      onClose={stopDeriving}
      title={shown?.kind === 'collections' ? 'Show as one table' : 'Compare'}
      size={520}
    >
      {shown?.kind === 'compare' && (
        <CompareForm
          key={shown.runId}
          runId={shown.runId}
          other={shown.others[0] ?? null}
          onClose={stopDeriving}
        />
      )}
      {shown?.kind === 'collections' && (
        <CollectionsForm
          key={shown.runId}
          runId={shown.runId}
          others={shown.others}
          onClose={stopDeriving}
        />
      )}
    </Dialog>
  );
}

/** The dialog in which a run is worked out from others, wherever it was opened from. */
import { DialogOf } from '../../components/dialog/Dialog.tsx';
import { stopDeriving, useDeriving } from '../../state/derived.ts';
import { CollectionsForm } from './CollectionsDialog.tsx';
import { CompareForm } from './CompareDialog.tsx';

const titles = { compare: 'Compare', collections: 'Show as one table' };

export function DerivingDialog() {
  const deriving = useDeriving((state) => state.deriving);
  return (
    <DialogOf of={deriving} onClose={stopDeriving} title={({ kind }) => titles[kind]} size={520}>
      {({ kind, runId, others }) =>
        kind === 'compare' ? (
          <CompareForm key={runId} runId={runId} other={others[0] ?? null} onClose={stopDeriving} />
        ) : (
          <CollectionsForm key={runId} runId={runId} others={others} onClose={stopDeriving} />
        )
      }
    </DialogOf>
  );
}

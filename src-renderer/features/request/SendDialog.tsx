/** Asked before a metered call: what is sent, with which key, and what it costs. */
import { Button } from '@mantine/core';
import { freeRequest } from '#shared/query/free-request.ts';
import { requestUrl } from '#shared/query/request.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { callsThisSession } from '../../components/credentials/credential-words.ts';
import { Dialog, DialogButtons, DialogNote } from '../../components/dialog/Dialog.tsx';
import { RequestAddress } from '../../components/RequestAddress.tsx';
import { countOf } from '../../components/words.ts';
import { useSnapshot } from '../../state/app.ts';
import { putQuestion, sendRequest, type Question, type RequestState } from '../../state/request.ts';
import { outlookOf } from './request-words.ts';
import classes from './Request.module.css';

const titles: Record<Question['kind'], string> = {
  metered: 'Send one metered call?',
  dayCeiling: 'Today’s ceiling is reached',
};

export function SendDialog({ state }: { state: RequestState }) {
  const { question } = state;
  const close = () => putQuestion(null);
  return (
    <Dialog
      opened={question !== null}
      onClose={close}
      title={question === null ? '' : titles[question.kind]}
      size="lg"
    >
      {question !== null && <Asked question={question} state={state} onCancel={close} />}
    </Dialog>
  );
}

function Asked({
  question,
  state: { path, params },
  onCancel,
}: {
  question: Question;
  state: RequestState;
  onCancel: () => void;
}) {
  const snapshot = useSnapshot((whole) => whole);
  const outlook = outlookOf(path, snapshot);
  const isSample = isSampleProfile(snapshot.profile);
  const isCeiling = question.kind === 'dayCeiling';
  return (
    <div className={classes.dialog}>
      <RequestAddress>
        {requestUrl(snapshot.profile?.address ?? '', freeRequest({ path, params }))}
      </RequestAddress>
      <p>
        {isCeiling
          ? `${countOf(question.calls, 'metered call')} were counted today, and you set a ceiling of ${question.ceiling} in Settings. Nothing was sent.`
          : `${outlook.cost} ${outlook.credential} It is sent once, and not repeated by itself.`}
      </p>
      <DialogNote>{callsThisSession(snapshot.calls.session, isSample)} so far.</DialogNote>
      <DialogButtons onCancel={onCancel}>
        <Button
          data-autofocus
          onClick={() => void sendRequest({ metered: true, beyondCeiling: isCeiling })}
        >
          {isCeiling ? 'Send beyond the ceiling' : 'Send, one metered call'}
        </Button>
      </DialogButtons>
    </div>
  );
}

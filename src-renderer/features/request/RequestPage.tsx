/** Any GET path of the service, entered by hand, and its answer. */
import { useEffect, useRef } from 'react';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { X } from 'lucide-react';
import type { AnswerHead } from '#shared/contract/request.ts';
import { freeRequest } from '#shared/query/free-request.ts';
import { requestUrl } from '#shared/query/request.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import {
  BackLink,
  Footnote,
  Page,
  PageHint,
  RowList,
  Section,
} from '#renderer/components/page/Page.tsx';
import { useSnapshot, useProfileId } from '#renderer/state/app.ts';
import {
  openAnswer,
  setQuestion,
  type Question,
  readEarlier,
  removeAnswer,
  type RequestState,
  sendRequest,
  useRequest,
} from '#renderer/state/request.ts';
import { AnswerPart, StatusTag } from './AnswerPart.tsx';
import { RequestForm } from './RequestForm.tsx';
import { useMinute } from '#renderer/components/hooks.ts';
import { clockTime, countOf, dayInWords } from '#renderer/components/words.ts';
import { outlookOf } from './request-words.ts';
import classes from './Request.module.css';
import { callsThisSession } from '#renderer/components/credentials/credential-words.ts';
import { DialogButtons, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { RequestAddress } from '#renderer/components/texts.tsx';

export function RequestPage() {
  const profileId = useProfileId();
  const state = useRequest();
  const pathField = useRef<HTMLInputElement>(null);
  useEffect(() => void readEarlier(profileId), [profileId]);
  return (
    <Page
      layout="wide"
      title="Request"
      back={<BackLink page="status">Service status</BackLink>}
      aside={<PageHint>Reads any path once. It changes nothing.</PageHint>}
    >
      <RequestForm key={profileId} state={state} pathField={pathField} />
      <AnswerPart state={state} onChangePath={() => pathField.current?.focus()} />
      {state.earlier.length > 0 && (
        <EarlierAnswers answers={state.earlier} shown={state.answer?.requestId ?? null} />
      )}
      <SendDialog state={state} />
    </Page>
  );
}

const mostShown = 50;

interface EarlierAnswersProps {
  answers: readonly AnswerHead[];
  /** The one on screen. */
  shown: string | null;
}

/** Earlier answers, shown without sending anything. */
function EarlierAnswers({ answers, shown }: EarlierAnswersProps) {
  const now = new Date(useMinute());
  return (
    <Section title="Earlier answers">
      <RowList>
        {answers.slice(0, mostShown).map((head) => (
          <Group key={head.requestId} component="li" gap={4} wrap="nowrap" pe={8}>
            <button
              type="button"
              className={classes.open}
              aria-current={head.requestId === shown ? 'true' : undefined}
              onClick={() => void openAnswer(head.requestId)}
            >
              <StatusTag status={head.status} />
              <Text component="code" truncate fz={12} flex={1} miw={0} dir="ltr">
                {head.target}
              </Text>
              <Text span inherit fz={12} flex="none" c="dimmed">
                {whenOf(new Date(head.at), now)}
              </Text>
            </button>
            <ActionIcon
              aria-label={`Remove the answer of ${head.target}`}
              onClick={() => void removeAnswer(head.requestId)}
            >
              <X size={14} />
            </ActionIcon>
          </Group>
        ))}
      </RowList>
      <Footnote>
        Answers that count as a call are kept on this computer. The others are kept only until you
        close the program: they may contain keys of the account.
        {answers.length > mostShown && ` The latest ${mostShown} of ${answers.length} are listed.`}
      </Footnote>
    </Section>
  );
}

const whenOf = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString()
    ? clockTime(at)
    : `${dayInWords(at, now)}, ${clockTime(at)}`;

/** Asked before a metered call: what is sent, with which key, and the cost. */
const titles: Record<Question['kind'], string> = {
  metered: 'Send one call?',
  dayCeiling: 'Today’s limit is reached',
};

function SendDialog({ state }: { state: RequestState }) {
  const close = () => setQuestion(null);
  return (
    <DialogOf of={state.question} onClose={close} title={({ kind }) => titles[kind]} size="lg">
      {(question) => <Asked question={question} state={state} onCancel={close} />}
    </DialogOf>
  );
}

interface AskedProps {
  question: Question;
  state: RequestState;
  onCancel: () => void;
}

function Asked({ question, state: { path, params }, onCancel }: AskedProps) {
  const snapshot = useSnapshot((whole) => whole);
  const outlook = outlookOf(path, snapshot);
  const isSample = isSampleProfile(snapshot.profile);
  const isCeiling = question.kind === 'dayCeiling';
  return (
    <Stack gap={12}>
      <RequestAddress>
        {requestUrl(snapshot.profile?.address ?? '', freeRequest({ path, params }))}
      </RequestAddress>
      <p>
        {isCeiling
          ? `${countOf(question.calls, 'call')} were counted today, and you set a limit of ${question.ceiling} in Settings. Nothing was sent.`
          : `${outlook.cost} ${outlook.credential} It is sent once, and not retried automatically.`}
      </p>
      <DialogNote>{callsThisSession(snapshot.calls.session, isSample)} so far.</DialogNote>
      <DialogButtons onCancel={onCancel}>
        <Button
          data-autofocus
          onClick={() => void sendRequest({ metered: true, beyondCeiling: isCeiling })}
        >
          {isCeiling ? 'Send past the limit' : 'Send, one call'}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

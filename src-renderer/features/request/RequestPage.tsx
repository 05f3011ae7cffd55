/** Any GET path of the service, written by hand, and what it answers. */
import { useEffect, useRef } from 'react';
import { BackLink } from '../../components/page/BackLink.tsx';
import { Page, PageHint } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { readEarlier, useRequest } from '../../state/request.ts';
import { AnswerPart } from './AnswerPart.tsx';
import { EarlierAnswers } from './EarlierAnswers.tsx';
import { RequestForm } from './RequestForm.tsx';
import { SendDialog } from './SendDialog.tsx';

export function RequestPage() {
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
  const state = useRequest();
  const pathField = useRef<HTMLInputElement>(null);
  useEffect(() => void readEarlier(profileId), [profileId]);
  return (
    <Page
      wide
      title="Request"
      back={<BackLink page="status">Service status</BackLink>}
      aside={<PageHint>Reads any path, once. Nothing is changed by it.</PageHint>}
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

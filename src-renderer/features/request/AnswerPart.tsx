/**
 * The service's answer: its status, the problem if there is one, and the body as table, tree and text.
 */
import { Flex, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { FreeAnswer } from '#shared/contract/request.ts';
import { familyOf } from '#shared/service/families.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { JsonTables, JsonTree, RawText } from '#renderer/components/json/JsonTables.tsx';
import { Section } from '#renderer/components/page/Page.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { ActionProblem, ProblemCard } from '#renderer/components/problems/ProblemCard.tsx';
import { bytesInWords, clockTime } from '#renderer/components/words.ts';
import { showPage } from '#renderer/state/app.ts';
import {
  setQuestion,
  saveAnswer,
  sendRequest,
  type RequestState,
} from '#renderer/state/request.ts';
import { answerFacts, statusTone } from './request-words.ts';
import classes from './Request.module.css';

const views = ['Table', 'Tree', 'Raw'] as const;
type View = (typeof views)[number];

interface AnswerPartProps {
  state: RequestState;
  onChangePath: () => void;
}

export function AnswerPart({ state, onChangePath }: AnswerPartProps) {
  const { answer, problem } = state;
  const actionsOf = (one: Problem) =>
    one.remedies.flatMap(({ kind }) => {
      switch (kind) {
        case 'tryAgain':
          return [{ label: 'Send again', act: () => sendAgain(state.path) }];
        case 'openAccount':
          return [{ label: 'Open Account', act: () => showPage('account') }];
        case 'changeParameter':
          return [{ label: 'Change the path', act: onChangePath }];
        default:
          return [];
      }
    });
  if (problem !== null) return <ProblemCard problem={problem} actions={actionsOf(problem)} />;
  if (answer === null) return null;
  return (
    <Answered key={answer.requestId} answer={answer}>
      {answer.problem !== null && (
        <ProblemCard problem={answer.problem} actions={actionsOf(answer.problem)} />
      )}
    </Answered>
  );
}

/** Asks before a metered call, as the first time. */
function sendAgain(path: string): Promise<void> | void {
  if (familyOf(path.trim()).metered) setQuestion({ kind: 'metered' });
  else return sendRequest({ metered: false, beyondCeiling: false });
}

function Answered({ answer, children }: { answer: FreeAnswer; children: ReactNode }) {
  const [view, setView] = useState<View>(answer.form === 'json' ? 'Table' : 'Raw');
  const saving = useAction();
  return (
    <Section
      title="Answer"
      actions={
        <>
          {view === 'Raw' && answer.text !== '' && (
            <CopyButton text={() => answer.text}>Copy</CopyButton>
          )}
          {answer.form === 'json' && (
            <SegmentedControl
              size="xs"
              aria-label="Answer as"
              data={[...views]}
              value={view}
              onChange={setView}
            />
          )}
          <SmallButton
            onClick={() => saving.run(() => saveAndReport(saveAnswer(answer.requestId)))}
          >
            Save…
          </SmallButton>
        </>
      }
    >
      <Stack gap={10} miw={0}>
        <Flex
          component="output"
          rowGap={4}
          columnGap={14}
          align="center"
          wrap="wrap"
          c="var(--text-2)"
          aria-label="Answer in short"
        >
          <StatusTag status={answer.status} />
          {answerFacts(answer).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Flex>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit c="var(--text-2)">
            <code dir="ltr">{answer.target}</code>
          </Text>{' '}
          at {clockTime(new Date(answer.at))}
        </Text>
        <ActionProblem action={saving} />
        {children}
        <Body answer={answer} view={view} />
      </Stack>
    </Section>
  );
}

function Body({ answer, view }: { answer: FreeAnswer; view: View }) {
  const { form, text, bytes } = answer;
  const raw = <RawText answer={answer} label="The answer as received" />;
  if (bytes === 0) return <QuietText>The answer has no body.</QuietText>;
  switch (form) {
    case 'bytes':
      return (
        <QuietText>
          {bytesInWords(bytes)} that aren’t text. Save the answer to open it in another program.
        </QuietText>
      );
    case 'large':
      return (
        <>
          <QuietText>This is too large for a table. Save it to see all of it.</QuietText>
          {raw}
        </>
      );
    case 'text':
      return text.trim() === '' ? <QuietText>The answer is blank.</QuietText> : raw;
    case 'json':
      if (view === 'Table') return <JsonTables value={answer.value} />;
      return view === 'Tree' ? <JsonTree value={answer.value} /> : raw;
    default:
      return assertNever(form);
  }
}

const QuietText = (props: { children: ReactNode }) => <Text inherit c="var(--text-2)" {...props} />;

const statusColours = { ok: 'var(--ok)', warn: 'var(--warn)', danger: 'var(--danger)' };

/** An answer's status code, in the colour of its meaning. */
export const StatusTag = ({ status }: { status: number }) => (
  <span className={classes.status} style={{ color: statusColours[statusTone(status)] }}>
    {status}
  </span>
);

import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import type { AnswerHead } from '#shared/contract/request.ts';
import { Footnote, Section } from '../../components/page/Page.tsx';
import { RowList } from '../../components/page/RowList.tsx';
import { useMinute } from '../../components/use-minute.ts';
import { clockTime, dayInWords } from '../../components/words.ts';
import { openAnswer, removeAnswer } from '../../state/request.ts';
import { statusTone } from './request-words.ts';
import classes from './Request.module.css';

const mostShown = 50;

/** Answers to look at again: nothing is sent for it. */
export function EarlierAnswers({
  answers,
  shown,
}: {
  answers: readonly AnswerHead[];
  /** The one on screen. */
  shown: string | null;
}) {
  const now = new Date(useMinute());
  return (
    <Section title="Earlier answers">
      <RowList>
        {answers.slice(0, mostShown).map((head) => (
          <li key={head.requestId} className={classes.one}>
            <button
              type="button"
              className={classes.open}
              aria-current={head.requestId === shown ? 'true' : undefined}
              onClick={() => void openAnswer(head.requestId)}
            >
              <span className={classes.status} data-tone={statusTone(head.status)}>
                {head.status}
              </span>
              <code className={classes.oneTarget} dir="ltr">
                {head.target}
              </code>
              <span className={classes.when}>{whenOf(new Date(head.at), now)}</span>
            </button>
            <ActionIcon
              aria-label={`Remove the answer of ${head.target}`}
              onClick={() => void removeAnswer(head.requestId)}
            >
              <X size={14} />
            </ActionIcon>
          </li>
        ))}
      </RowList>
      <Footnote>
        Answers of metered calls are kept on this computer. The others end with the program: they
        may have keys of the account in them.
        {answers.length > mostShown && ` The latest ${mostShown} of ${answers.length} are listed.`}
      </Footnote>
    </Section>
  );
}

const whenOf = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString()
    ? clockTime(at)
    : `${dayInWords(at, now)}, ${clockTime(at)}`;

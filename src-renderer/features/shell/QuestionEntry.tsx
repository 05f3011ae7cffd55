import { ActionIcon } from '@mantine/core';
import { Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { PlatformIcon } from '../../components/platforms.tsx';
import { toggleStar } from '../../state/workspace.ts';
import { rowAttribute } from './list-keys.ts';
import { openQuestion } from './open-question.ts';
import classes from './QuestionList.module.css';

/** A question in the sidebar, with its star. */
export function QuestionEntry({
  question,
  rowKey,
  tabIndex,
  active,
  starred,
  withPlatform = false,
}: {
  question: DataEndpoint;
  rowKey: string;
  tabIndex: 0 | -1;
  /** Asked in the tab on screen. */
  active: boolean;
  starred: boolean;
  /** Outside its platform's group the entry says which platform it belongs to. */
  withPlatform?: boolean;
}) {
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Chosen elsewhere, by a tab or a command. In the list itself, nothing moves under the pointer.
    const isChosenHere = entry.current?.closest('nav')?.contains(document.activeElement);
    if (active && isChosenHere !== true) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <li ref={entry} className={classes.entry} {...{ [rowAttribute]: rowKey }}>
      <button
        type="button"
        className={classes.question}
        data-endpoint={question.id}
        aria-current={active ? 'true' : undefined}
        tabIndex={tabIndex}
        title={question.description}
        onClick={() => openQuestion(question.id)}
      >
        <span className={classes.questionTitle}>{question.title}</span>
        {question.discovered !== null && <span className={classes.discovered}>discovered</span>}
        {withPlatform && (
          <PlatformIcon platform={question.platform} className={classes.entryPlatform} />
        )}
      </button>
      <ActionIcon
        size={24}
        className={classes.star}
        aria-label={starred ? `Unstar ${question.title}` : `Star ${question.title}`}
        aria-pressed={starred}
        tabIndex={tabIndex}
        onClick={() => toggleStar(question.id)}
      >
        <Star size={14} fill={starred ? 'currentColor' : 'none'} />
      </ActionIcon>
    </li>
  );
}

import {
  Check,
  CirclePause,
  Ellipsis,
  FileWarning,
  Minus,
  Square,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { RunSummary } from '#shared/contract/history.ts';
import { conditionWords, endingOf, type EndingMark } from './run-words.ts';
import classes from './EndingLabel.module.css';

const icons: Record<Exclude<EndingMark, 'working'>, LucideIcon> = {
  done: Check,
  more: Ellipsis,
  limit: Minus,
  stopped: Square,
  warning: TriangleAlert,
  paused: CirclePause,
};

/** How a run ended, or what is wrong with its file. */
export function EndingLabel({ run }: { run: RunSummary }) {
  const condition = conditionWords(run);
  const { mark, words } = endingOf(run);
  if (condition !== null) {
    return (
      <span className={classes.label} data-mark="warning">
        <FileWarning size={14} aria-hidden />
        <span className={classes.words}>{condition.words}</span>
      </span>
    );
  }
  const Icon = mark === 'working' ? null : icons[mark];
  return (
    <span className={classes.label} data-mark={mark}>
      {Icon === null ? (
        <span className={classes.dot} aria-hidden />
      ) : (
        <Icon size={14} aria-hidden fill={mark === 'stopped' ? 'currentColor' : 'none'} />
      )}
      <span className={classes.words}>{words}</span>
    </span>
  );
}

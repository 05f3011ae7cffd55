/**
 * Tracks running work from the events that the window also gets, shows it in the task bar or dock, and
 * tells the person when something long has ended.
 */
import type { AppEvent } from '#shared/contract/event.ts';
import type { ShownRepeat } from '#shared/contract/repeat.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { createUnfinished } from '../core/unfinished.ts';
import type { Unfinished } from '../core/unfinished.ts';
import { type Export, isOver } from '#shared/contract/export/export.ts';
import type { App, BrowserWindow, Notification } from 'electron';
import { countOf } from '#shared/counts.ts';

/** Something long that just ended, in words for a person who is looking elsewhere. */
interface Ended {
  title: string;
  body: string;
}

/** Progress of all long work together: a share from 0 to 1, or unknown. */
type Progress = { kind: 'none' } | { kind: 'unknown' } | { kind: 'share'; share: number };

export interface Work {
  /** Processes an event; returns what just ended, if it was long. */
  take(event: AppEvent): Ended | null;
  progress(): Progress;
  /** What quitting would interrupt or end permanently. */
  unfinished: Omit<Unfinished, 'take'>;
}

export function createWork(): Work {
  const runs = new Map<string, Run>();
  const exports = new Map<string, Export>();
  /** The recipe runs of repeats that are running, by repeat. */
  const repeats = new Map<string, string>();
  const unfinished = createUnfinished();

  function takeRun(run: Run): Ended | null {
    const before = runs.get(run.id);
    if (isWorking(run.state)) {
      runs.set(run.id, run);
      return null;
    }
    runs.delete(run.id);
    // Said once, by the repeat itself.
    const isRepeated = [...repeats.values()].some((id) => run.id.startsWith(`${id}-`));
    return before !== undefined && isLong(before) && !isRepeated ? endedRun(run) : null;
  }

  function takeRepeat({ id, recipe, times: [time] }: ShownRepeat): Ended | null {
    if (time?.outcome === 'running') {
      repeats.set(id, time.recipeRunId);
      return null;
    }
    const hasRun = repeats.get(id) === time?.recipeRunId && repeats.delete(id);
    if (time === undefined || !hasRun || time.outcome === 'stopped') return null;
    const { news, rows, why } = time;
    const got = news === null ? countOf(rows, 'row') : `${countOf(rows, 'row')}, ${news} new`;
    return { title: recipe.name, body: why === null ? got : `${got}. ${why}` };
  }

  function takeExport(one: Export): Ended | null {
    const { kind } = one.state;
    if (!isOver(one.state)) {
      exports.set(one.id, one);
      return null;
    }
    const before = exports.get(one.id);
    exports.delete(one.id);
    if (before === undefined || kind === 'cancelled') return null;
    return kind === 'saved'
      ? { title: `${one.name} is saved`, body: countOf(one.state.rows, 'row') }
      : { title: `${one.name} was not saved`, body: problemOf(one) };
  }

  return {
    take(event) {
      unfinished.take(event);
      if (event.kind === 'project.opened') {
        runs.clear();
        exports.clear();
        repeats.clear();
      }
      if (event.kind === 'repeat.changed') return takeRepeat(event.repeat);
      if (event.kind === 'run.changed') return takeRun(event.run);
      if (event.kind === 'export.changed') return takeExport(event.export);
      return null;
    },
    progress() {
      const shares = [
        ...[...runs.values()].filter(isLong).map(shareOfRun),
        ...[...exports.values()].map(shareOfExport),
      ];
      if (shares.length === 0) return { kind: 'none' };
      const known = shares.filter((share) => share !== null);
      if (known.length < shares.length) return { kind: 'unknown' };
      const sum = known.reduce((total, share) => total + share, 0);
      return { kind: 'share', share: sum / known.length };
    },
    unfinished,
  };
}

/** A single page takes a moment; several pages and background operations take longer. */
const isLong = ({ plan, state }: Run): boolean =>
  state.kind === 'polling' || (plan !== null && plan.limit.pages !== 1);

/** Returns null when it runs until the service has no more. */
function shareOfRun({ plan, pageCount, rowCount, state }: Run): number | null {
  if (plan === null || state.kind === 'polling') return null;
  const { limit, pagesBefore, rowsBefore } = plan;
  const shares = [
    ...(limit.pages === null ? [] : [(pageCount - pagesBefore) / limit.pages]),
    ...(limit.rows === null ? [] : [(rowCount - rowsBefore) / (limit.rows - rowsBefore)]),
  ].filter((share) => Number.isFinite(share));
  // The limit that is reached first ends it.
  return shares.length === 0 ? null : between0And1(Math.max(...shares));
}

function shareOfExport({ state, of }: Export): number | null {
  if (state.kind === 'finishing')
    return state.of === 0 ? null : between0And1(state.bytes / state.of);
  if (state.kind !== 'writing' || state.rows === null || of === null || of === 0) return null;
  return between0And1(state.rows / of);
}

const between0And1 = (share: number): number => Math.min(1, Math.max(0, share));

/** Returns null for a run that the person stopped: they know. */
function endedRun({ title, state, rowCount }: Run): Ended | null {
  if (state.kind === 'stopped') return null;
  const why = 'problem' in state ? ` ${state.problem.title}` : '';
  return { title, body: `${countOf(rowCount, 'row')}.${why}` };
}

const problemOf = ({ state }: Export): string =>
  state.kind === 'failed' ? `${state.problem.title} ${state.problem.advice}` : '';

export interface WorkNotifierParts {
  work: Pick<Work, 'take' | 'progress'>;
  window: () => Pick<
    BrowserWindow,
    'isDestroyed' | 'isFocused' | 'setProgressBar' | 'flashFrame' | 'once'
  > | null;
  /** Null where notifications must not be used. */
  Notification:
    | (Pick<typeof Notification, 'isSupported'> &
        (new (options: { title: string; body: string }) => Pick<Notification, 'on' | 'show'>))
    | null;
  /** Brings the window to the front. */
  show: () => void;
}

/**
 * Null from its sources on Windows: there the first use of one would point the installed program's Start menu
 * entry at Electron's own program.
 */
export const usableNotifications = <N>(parts: {
  app: Pick<App, 'isPackaged'>;
  Notification: N;
}): N | null => (process.platform === 'win32' && !parts.app.isPackaged ? null : parts.Notification);

/** Values of Electron's progress bar: none, or indeterminate. */
const none = -1;
const indeterminate = 2;

const barOf = (progress: Progress): number => {
  if (progress.kind === 'none') return none;
  return progress.kind === 'unknown' ? indeterminate : progress.share;
};

/**
 * Shows running work in the task bar or dock, and notifies a person who is looking elsewhere when it ends.
 * @returns the listener for the core's events.
 */
export function createWorkNotifier(
  parts: WorkNotifierParts,
): (event: Parameters<Work['take']>[0]) => void {
  let drawn = { on: parts.window(), bar: none };
  /** Without a reference, clicks on a notification could be lost. */
  const shown = new Set<Pick<Notification, 'on' | 'show'>>();

  function notify({ title, body }: Ended): void {
    if (parts.Notification?.isSupported() !== true) return flash();
    const notification = new parts.Notification({ title, body });
    shown.add(notification);
    notification.on('click', () => {
      shown.delete(notification);
      parts.show();
    });
    notification.on('close', () => void shown.delete(notification));
    // macOS refuses those of programs that nobody signed.
    notification.on('failed', () => {
      shown.delete(notification);
      flash();
    });
    notification.show();
  }

  /** In the task bar; in the dock it jumps. */
  function flash(): void {
    const window = parts.window();
    if (window === null || window.isDestroyed()) return;
    window.flashFrame(true);
    // Some Linux desktops would never end it.
    window.once('focus', () => window.flashFrame(false));
  }

  return (event) => {
    const ended = parts.work.take(event);
    const window = parts.window();
    if (ended !== null && !(window?.isFocused() ?? false)) notify(ended);
    const bar = barOf(parts.work.progress());
    if (window === null || window.isDestroyed()) return;
    if (drawn.on === window && drawn.bar === bar) return;
    drawn = { on: window, bar };
    window.setProgressBar(bar);
  };
}

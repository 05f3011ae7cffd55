/** What runs by itself: all repeats on the page of recipes, what is new on the start page, notices. */
import { Box, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CalendarClock, CirclePause, Pencil, Play, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { quoted } from '#shared/characters.ts';
import type { RepeatTime, ShownRepeat } from '#shared/contract/repeat.ts';
import { MoreMenu } from '#renderer/components/actions.tsx';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { longMs, showActions, showProblem } from '#renderer/components/notices/NoticeStrip.tsx';
import {
  Card,
  CardRow,
  RowList,
  Section,
  ShortList,
  ShortListRow,
  Tag,
} from '#renderer/components/page/Page.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { Fold, TextLink } from '#renderer/components/texts.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { showPage, useApp, useSnapshot } from '#renderer/state/app.ts';
import { act } from '#renderer/state/act.ts';
import {
  isUnseen,
  loadRepeats,
  openTime,
  prepareRepeat,
  useRecipes,
} from '#renderer/state/recipes.ts';
import { withSaved } from './recipe-words.tsx';
import { dateWords, gotWords, missedWords, timeWords, whenWords, zoneOf } from './repeat-words.ts';

/** Returns the repeats of the service in use. */
function useRepeats(): readonly ShownRepeat[] {
  const repeats = useRecipes((state) => state.repeats);
  const profileId = useSnapshot(({ profile }) => profile?.id);
  return (repeats ?? []).filter(({ recipe }) => recipe.service.profileId === profileId);
}

/** Returns the ids of the recipe runs that repeats list. */
export const useRepeatedRuns = (): ReadonlySet<string> =>
  new Set(useRepeats().flatMap(({ times }) => times.map(({ recipeRunId }) => recipeRunId)));

const openNews = (repeat: ShownRepeat, time: RepeatTime): void =>
  void openTime(repeat, time, `${repeat.recipe.name}: ${gotWords(repeat, time)}`).then(showProblem);

export function Repeats() {
  const repeats = useRepeats();
  if (repeats.length === 0) return null;
  return (
    <Section title="Repeats">
      <Stack gap={12}>
        {repeats.map((repeat) => (
          <RepeatCard key={repeat.id} repeat={repeat} />
        ))}
      </Stack>
    </Section>
  );
}

function RepeatCard({ repeat }: { repeat: ShownRepeat }) {
  const { id, recipe, when, paused, next, missed, times, isAtWork, calls, maxCallsInAll } = repeat;
  const localZone = useApp((state) => state.localZone.name);
  const acting = useAction();
  const runs = useRecipes((state) => state.runs);
  const wordsOf = (time: RepeatTime): string =>
    withSaved(
      timeWords(repeat, time),
      runs.find(({ id: own }) => own === time.recipeRunId),
    );
  const [date] = next;
  const [last] = times;
  return (
    <section aria-label={recipe.name}>
      <Card>
        <CardRow
          icon={<CalendarClock />}
          title={
            <>
              <span dir="auto">{recipe.name}</span>
              {paused !== null && <Tag>Paused</Tag>}
            </>
          }
          detail={
            <>
              {whenWords(when, localZone)}
              {paused === null &&
                date !== undefined &&
                ` · next ${dateWords(date, zoneOf(repeat))}`}
              {paused !== null && (
                <Text span inherit c="var(--warn)">
                  {' '}
                  · {paused}
                </Text>
              )}
              {last !== undefined && (
                <Box>
                  {dateWords(last.due, zoneOf(repeat))}: {wordsOf(last)}{' '}
                  {last.rows > 0 && last.outcome !== 'running' && (
                    <TextLink onClick={() => openNews(repeat, last)}>
                      {last.news === null
                        ? 'Show the rows'
                        : last.news === 0
                          ? 'Compare'
                          : 'Show what is new'}
                    </TextLink>
                  )}
                </Box>
              )}
            </>
          }
          actions={
            <>
              {isAtWork ? (
                <SmallButton
                  leftSection={<Square size={12} />}
                  aria-label={`Stop ${recipe.name}`}
                  disabled={last?.outcome !== 'running'}
                  onClick={() =>
                    acting.run(() => act('recipe.stop', { id: last?.recipeRunId ?? '' }))
                  }
                >
                  Stop
                </SmallButton>
              ) : (
                <SmallButton
                  leftSection={<Play size={12} />}
                  aria-label={`Run now: ${recipe.name}`}
                  title={`At most ${countOf(repeat.maxCalls, 'call')}`}
                  onClick={() => acting.run(() => act('repeat.run', { id }))}
                >
                  Run now
                </SmallButton>
              )}
              <MoreMenu
                label={`More for repeating ${recipe.name}`}
                width={180}
                sections={() => [
                  [
                    paused === null
                      ? {
                          label: 'Pause',
                          icon: CirclePause,
                          act: () => acting.run(() => act('repeat.pause', { id, paused: true })),
                        }
                      : {
                          label: 'Turn on',
                          icon: Play,
                          act: () => acting.run(() => act('repeat.pause', { id, paused: false })),
                        },
                    {
                      label: 'Change…',
                      icon: Pencil,
                      act: () => prepareRepeat(recipe, repeat),
                    },
                    {
                      label: 'Stop repeating',
                      icon: Trash2,
                      hint: 'What it got remains in History.',
                      act: () => acting.run(() => act('repeat.remove', { id })),
                    },
                  ],
                ]}
              />
            </>
          }
        />
        {missed !== null && (
          <Group gap={8} wrap="nowrap" px={14} py={8}>
            <Text span size="xs" flex={1}>
              {missedWords('It', repeat)}
            </Text>
            <SmallButton onClick={() => acting.run(() => act('repeat.skip', { id }))}>
              Skip
            </SmallButton>
          </Group>
        )}
        {times.length > 0 && (
          <Box px={14} py={6}>
            <Fold
              line={`${countOf(times.length, 'time')} · ${countOf(calls, 'call')} of at most ${grouping(maxCallsInAll)}`}
              fz={12}
              c="var(--text-2)"
            >
              <RowList ordered label={`Times of ${recipe.name}`} mah={240}>
                {times.map((time) => (
                  <Group
                    component="li"
                    key={time.due}
                    gap={12}
                    wrap="nowrap"
                    px={12}
                    py={5}
                    fz={12}
                  >
                    <Text span inherit flex="none" c="var(--text-2)">
                      {dateWords(time.due, zoneOf(repeat))}
                    </Text>
                    <Text span inherit flex={1} miw={0}>
                      {wordsOf(time)}
                    </Text>
                    {time.rows > 0 && (
                      <TextLink alone onClick={() => openNews(repeat, time)}>
                        Open
                      </TextLink>
                    )}
                  </Group>
                ))}
              </RowList>
            </Fold>
          </Box>
        )}
        <ActionProblem action={acting} />
      </Card>
    </section>
  );
}

/** What came by itself since the person last looked: one click opens it. */
export function NewsOnStart() {
  const repeats = useRepeats();
  const news = repeats.flatMap((repeat) => {
    const time = repeat.times.find(isUnseen);
    return time === undefined ? [] : [{ repeat, time }];
  });
  if (news.length === 0) return null;
  return (
    <ShortList title="New" icon={CalendarClock}>
      {news.map(({ repeat, time }) => (
        <ShortListRow
          key={repeat.id}
          title={repeat.recipe.name}
          detail={
            <Text span inherit c="var(--accent-text)">
              {gotWords(repeat, time)}
            </Text>
          }
          onOpen={() => openNews(repeat, time)}
        />
      ))}
    </ShortList>
  );
}

/** Says what came while the window is open, and asks about what was missed. Draws nothing itself. */
export function RepeatNotices() {
  const repeats = useRepeats();
  const isRead = useRecipes((state) => state.repeats !== null);
  /** What was said, by repeat; what had ended before the window opened is on the start page. */
  const said = useRef<ReadonlyMap<string, string> | null>(null);
  useEffect(() => void loadRepeats(), []);
  useEffect(() => {
    if (!isRead) return;
    const before = said.current;
    said.current = new Map(repeats.map(({ id, times }) => [id, endedOf(times)]));
    for (const repeat of repeats) {
      askAboutMissed(repeat);
      const isNews = before !== null && before.get(repeat.id) !== endedOf(repeat.times);
      if (isNews) sayEnded(repeat);
    }
  }, [repeats, isRead]);
  return null;
}

/** Identifies the last time that has ended. */
const endedOf = (times: readonly RepeatTime[]): string =>
  times.find(({ outcome }) => outcome !== 'running' && outcome !== 'skipped')?.due ?? '';

const asked = new Map<string, string>();

function askAboutMissed(repeat: ShownRepeat): void {
  const { id, missed, recipe } = repeat;
  const noticeId = `missed-${id}`;
  if (missed === null) {
    if (asked.delete(id)) notifications.hide(noticeId);
    return;
  }
  if (asked.get(id) === missed.due) return;
  asked.set(id, missed.due);
  showActions({
    id: noticeId,
    text: missedWords(quoted(recipe.name), repeat),
    wraps: true,
    autoClose: false,
    actions: {
      [missed.isCutShort ? 'Continue' : 'Run now']: () =>
        void act('repeat.run', { id }).then(showProblem),
      Skip: () => void act('repeat.skip', { id }).then(showProblem),
    },
  });
}

function sayEnded(repeat: ShownRepeat): void {
  const time = repeat.times.find(({ due }) => due === endedOf(repeat.times));
  if (time === undefined) return;
  const { paused, recipe } = repeat;
  const hasFailed = time.outcome === 'failed';
  const hasRows = time.rows > 0;
  const got = hasRows && time.outcome === 'done' ? gotWords(repeat, time) : timeWords(repeat, time);
  const ended = hasFailed && paused !== null ? '' : `: ${got}.`;
  const isPaused =
    paused === null ? '' : ` ${ended === '' ? 'is paused' : 'It is paused'}. ${paused}`;
  showActions({
    id: `repeat-${repeat.id}-${time.due}`,
    text: `${quoted(recipe.name)}${ended}${isPaused}`.replace('..', '.'),
    wraps: true,
    autoClose: longMs,
    actions: hasRows
      ? { Show: () => openNews(repeat, time) }
      : { 'Show repeats': () => showPage('recipes') },
  });
}

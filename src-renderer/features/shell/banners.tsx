/** Banners above a page, and what replaces its rows. */
import { Box, Button, CloseButton, Stack, Text } from '@mantine/core';
import { Info, type LucideIcon, TriangleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Platform } from '#shared/catalogue/types.ts';
import type { Trouble } from '#shared/contract/service.ts';
import type { Notice } from '#shared/contract/run.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { platformNames } from '#renderer/components/platforms.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { showPage, useApp, useRun, useSnapshot, useProfileId } from '#renderer/state/app.ts';
import classes from './Shell.module.css';
import type { Connection } from '#renderer/host/types.ts';
import { serviceName } from '#renderer/components/words.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { retryOpening } from '#renderer/state/runs.ts';

const keyOf = ({ platform, state, message }: Trouble): string =>
  `trouble ${platform ?? ''} ${state} ${message ?? ''}`;

interface BannerProps {
  icon: LucideIcon;
  /** Whether something is wrong now. */
  warns?: boolean;
  role?: 'note';
  notice?: string;
  onDismiss?: () => void;
  children: ReactNode;
}

/** A banner above the page, with a button to dismiss it if it can be dismissed. */
function Banner({ icon: Icon, warns = false, role, notice, onDismiss, children }: BannerProps) {
  return (
    <Box
      component="span"
      className={classes.banner}
      role={role}
      data-warns={warns || undefined}
      data-notice={notice}
    >
      <Icon />
      <Box component="span" flex={1}>
        {children}
      </Box>
      {onDismiss !== undefined && <CloseButton aria-label="Dismiss" onClick={onDismiss} />}
    </Box>
  );
}

/** Returns the dismissed banners, and a function that dismisses one. */
function useDismissed(): [dismissed: readonly string[], dismiss: (key: string) => void] {
  const dismissed = useApp((state) => state.dismissedNotices);
  return [dismissed, (key) => useApp.setState({ dismissedNotices: [...dismissed, key] })];
}

/** Above a question: trouble that the service reports for its platform. */
export function TroubleBanner({ platform }: { platform: Platform | null }) {
  const trouble = useSnapshot((snapshot) => snapshot.trouble);
  const [dismissed, dismiss] = useDismissed();
  const found = trouble.find(
    (one) => one.platform === null || (platform !== null && one.platform === platform),
  );
  const isShown = found !== undefined && !dismissed.includes(keyOf(found));
  return (
    // Always present, so that screen readers announce what appears in it.
    <Text component="output" inherit display="block" aria-label="Service trouble">
      {isShown && (
        <Banner warns icon={TriangleAlert} onDismiss={() => dismiss(keyOf(found))}>
          {sentence(found)} Calls may fail or take longer, and failed ones may be counted.{' '}
          <TextLink onClick={() => showPage('status')}>See the service’s status</TextLink>
        </Banner>
      )}
    </Text>
  );
}

/** Returns “The service reports Forum as degraded: …” */
function sentence({ platform, state, message }: Trouble): string {
  const what = platform === null ? 'itself' : platformNames[platform];
  const head = `The service reports ${what} as “${state.replaceAll(/[_-]+/g, ' ')}”`;
  return message === null ? `${head}.` : `${head}: ${message.replace(/\.?$/, '.')}`;
}

const connectionWords: Record<Exclude<Connection, 'heard'>, string> = {
  lost: 'The program behind this page has stopped or can’t be reached. Everything you received is saved. This page continues by itself when the program is back.',
  refused:
    'The program was restarted and no longer knows this page. Open the address it printed in the terminal.',
};

/** Shown while main can't be reached. */
export function ConnectionBanner() {
  const connection = useApp((state) => state.connection);
  return (
    // Always present, so that screen readers announce what appears in it.
    <Text component="output" inherit display="block" aria-label="Connection">
      {connection !== 'heard' && (
        <Banner warns icon={Unplug}>
          {connectionWords[connection]}
        </Banner>
      )}
    </Text>
  );
}

const noticeKey = (notice: Notice): string => `${notice.code} ${notice.message}`;

/** Notices of the program about itself: a damaged file that it set aside, tabs that it can't save. */
export function Notices() {
  const ofMain = useApp((state) => state.snapshot?.notices);
  const ofWindow = useApp((state) => state.windowNotices);
  const [dismissed, dismiss] = useDismissed();
  return [...(ofMain ?? []), ...ofWindow]
    .filter((notice) => !dismissed.includes(noticeKey(notice)))
    .map((notice) => (
      <Banner
        key={noticeKey(notice)}
        icon={Info}
        notice={notice.code}
        onDismiss={() => dismiss(noticeKey(notice))}
      >
        {notice.message}
      </Banner>
    ));
}

/** Above the rows of another service's run, opened from History: which service they are from. */
export function OtherService({ runId }: { runId: string }) {
  const run = useRun(runId);
  const profileId = useProfileId();
  if (run === null || run.profileId === profileId) return null;
  return (
    <Banner role="note" icon={Info}>
      These rows are from {serviceName(run.profileId)}. You can read and save them here. To
      continue, choose that service in Account. A question asked above goes to{' '}
      {serviceName(profileId)}.
    </Banner>
  );
}

/** Replaces the results: why those of a stored run can't be shown. */
export function OpeningProblem({ runId, problem }: { runId: string; problem: Problem }) {
  return (
    <Stack gap={12} align="flex-start" maw={560} px={20} py={24}>
      <ProblemText problem={problem} />
      <Text inherit c="var(--text-2)">
        The question above is kept. Asking it again is a new call to the service.
      </Text>
      <Button variant="default" onClick={() => void retryOpening(runId)}>
        Try again
      </Button>
    </Stack>
  );
}

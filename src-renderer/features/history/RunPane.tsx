import { Box, CloseButton, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { Info } from 'lucide-react';
import { useState } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { queryChips } from '#shared/query/words.ts';
import { ActionButton } from '#renderer/components/actions.tsx';
import { endpointOf, runName, useNameSource, useSingleItem } from '#renderer/components/names.ts';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import { SidePane } from '#renderer/components/page/Page.tsx';
import { Fact, Facts } from '#renderer/components/tables.tsx';
import {
  bytesInWords,
  dayAndTime,
  durationInWords,
  grouping,
  serviceName,
} from '#renderer/components/words.ts';
import { useIsSample, useSnapshot, useProfileId } from '#renderer/state/app.ts';
import { EndingLabel } from './RunList.tsx';
import { metaDamaged } from '#shared/contract/history.ts';
import { actionsInHistory, needsRestart } from './run-actions.tsx';
import {
  conditionWords,
  endingSentence,
  isUnreadable,
  listWords,
  newStartCost,
} from './run-words.ts';

interface RunPaneProps {
  run: RunSummary;
  onClose: () => void;
}

/** Everything known about a run without opening it, and its actions. */
export function RunPane({ run, onClose }: RunPaneProps) {
  const names = useNameSource();
  const endpoint = endpointOf(names.catalogue, run.query);
  const single = useSingleItem(run);
  const question = runName(names, { ...run, name: null });
  const platform = endpoint?.platform ?? null;
  const [now] = useState(() => new Date());
  return (
    <SidePane
      w="min(100%, clamp(312px, 25vw, 320px))"
      data-breaks
      aria-label="Details of the run"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <Group
        component="header"
        gap={8}
        wrap="nowrap"
        align="flex-start"
        pt={12}
        pb={8}
        ps={16}
        pe={10}
      >
        {platform !== null && <PlatformIcon platform={platform} />}
        <Title order={2} size="h4" flex={1} miw={0} dir="auto" lineClamp={4}>
          {runName(names, run)}
        </Title>
        <CloseButton aria-label="Close the details" onClick={onClose} />
      </Group>
      <Box data-scrolls px={16} pb={20}>
        {run.name !== null && (
          <Text mb={8} c="var(--text-2)">
            {question}
          </Text>
        )}
        <EndingSummary run={run} />
        <Buttons run={run} />
        {run.note !== '' && (
          <Text
            mt={14}
            px={10}
            py={8}
            bdrs="sm"
            bg="var(--sunken)"
            dir="auto"
            style={{ whiteSpace: 'pre-wrap' }}
          >
            {run.note}
          </Text>
        )}
        {endpoint !== undefined && run.query !== null && (
          <FactsOf
            title="Question"
            facts={[
              [
                'Asked for',
                [endpoint.title, platform && platformNames[platform]].filter(Boolean).join(', '),
              ],
              ['Data from', endpoint.kind === 'stored' ? 'Stored' : 'Live'],
              ...(run.list === null ? [] : [['List', listWords(endpoint, run.list)] as const]),
              ...queryChips(endpoint, run.query),
              ...(run.query.fields.length === 0
                ? []
                : [['Fields', run.query.fields.join(', ')] as const]),
            ]}
          />
        )}
        <FactsOf
          title="Run"
          facts={[
            ['Asked', dayAndTime(new Date(run.createdAt), now)],
            ['Took', durationInWords(run.durationMs)],
            ['Rows', grouping(run.rows)],
            ...(single ? [] : [['Pages', grouping(run.pages)] as const]),
            ['Calls', grouping(run.calls)],
            ['On disk', bytesInWords(run.bytes)],
            ['Service', serviceName(run.profileId)],
          ]}
        />
      </Box>
    </SidePane>
  );
}

/** How it ended, and whether it can be continued. */
function EndingSummary({ run }: { run: RunSummary }) {
  const profileId = useProfileId();
  const isFromElsewhere = run.profileId !== profileId && run.derived === null;
  const endpoint = useSnapshot(({ catalogue }) => endpointOf(catalogue, run.query));
  const single = useSingleItem(run);
  const condition = conditionWords(run, single);
  const sentences = [
    condition?.sentence,
    run.metaDamaged ? metaDamaged : null,
    isFromElsewhere ? elsewhereSentence(run, profileId) : endingSentence(run, endpoint, single),
  ];
  return (
    <Stack gap={4} mb={12} fw={500}>
      <EndingLabel run={run} />
      {sentences.map(
        (sentence) =>
          sentence != null && (
            <Text key={sentence} size="xs" c="var(--text-2)" fw={400}>
              {sentence}
            </Text>
          ),
      )}
    </Stack>
  );
}

function elsewhereSentence(run: RunSummary, profileId: string): string | null {
  if (isUnreadable(run)) return null;
  return `This run is from ${serviceName(run.profileId)}. You can read and save it here. To continue it, choose that service in Account; running it again sends it to ${serviceName(profileId)}.`;
}

function Buttons({ run }: Pick<RunPaneProps, 'run'>) {
  const isSample = useIsSample();
  // What can be done depends on the service in use.
  useProfileId();
  const [main, ...further] = actionsInHistory(run);
  return (
    <>
      <Flex rowGap={4} columnGap={6} align="center" wrap="wrap">
        {main.map((action, index) => (
          <ActionButton
            key={action.label}
            action={action}
            variant={index === 0 ? 'filled' : 'default'}
          />
        ))}
      </Flex>
      {needsRestart(run) && (
        <Flex component="p" gap={6} align="flex-start" mt={8} fz={12} lh="16px" c="var(--text-2)">
          <Info size={14} />
          <span>{newStartCost(run, isSample)}</span>
        </Flex>
      )}
      <Flex wrap="wrap" gap={2} mt={6} mx={-10}>
        {further.flat().map((action) => (
          <ActionButton key={action.label} {...{ action }} variant="subtle" color="gray" />
        ))}
      </Flex>
    </>
  );
}

interface FactsOfProps {
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
}

const FactsOf = ({ title, facts }: FactsOfProps) => (
  <Box component="section" mt={18}>
    <Text component="h3" size="xs" fw={600} mb={4} c="var(--text-2)">
      {title}
    </Text>
    <Facts look="lines">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Facts>
  </Box>
);

import { Text, Select } from '@mantine/core';
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { platforms } from '#shared/catalogue/types.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { useInlineListProps } from '#renderer/components/popups.tsx';
import { platformNames } from '#renderer/components/platforms.tsx';
import { bytesInWords, countOf, grouping, serviceName } from '#renderer/components/words.ts';
import { useProfileId } from '#renderer/state/app.ts';
import { DeleteOlderDialog } from './dialogs.tsx';
import classes from './HistoryPage.module.css';
import type { EndingGroup } from './run-words.ts';
import { changeFilter, useHistoryView } from './find-runs.ts';

const platformChoices = [
  { value: '', label: 'All platforms' },
  ...platforms.map((platform) => ({ value: platform, label: platformNames[platform] })),
];

const endingNames: Record<EndingGroup, string> = {
  complete: 'Complete',
  unfinished: 'Unfinished',
  failed: 'Failed',
  working: 'Running',
};
const endings = ['complete', 'unfinished', 'failed', 'working'] as const;
const endingChoices = [
  { value: '', label: 'Any ending' },
  ...endings.map((ending) => ({ value: ending, label: endingNames[ending] })),
];

/** Which runs are shown, their size, and deleting older ones. */
export function FilterBar({
  runs,
  shown,
}: {
  /** Runs of all services. */
  runs: readonly RunSummary[];
  shown: readonly RunSummary[];
}) {
  const { filter } = useHistoryView();
  const profileId = useProfileId();
  const hasOthers = runs.some((run) => run.profileId !== profileId && run.profileId !== '');
  const inScope = filter.allServices
    ? runs
    : runs.filter((run) => run.profileId === profileId || run.profileId === '');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={classes.bar}>
      <SmallButton
        aria-pressed={filter.starred}
        className={filter.starred ? classes.pressed : undefined}
        leftSection={<Star size={14} fill={filter.starred ? 'currentColor' : 'none'} />}
        onClick={() => changeFilter({ starred: !filter.starred })}
      >
        Starred
      </SmallButton>
      <Choice
        name="Platform"
        choices={platformChoices}
        value={filter.platform ?? ''}
        onChange={(value) =>
          changeFilter({ platform: platforms.find((platform) => platform === value) ?? null })
        }
      />
      <Choice
        name="How it ended"
        choices={endingChoices}
        value={filter.ending ?? ''}
        onChange={(value) =>
          changeFilter({ ending: endings.find((ending) => ending === value) ?? null })
        }
      />
      {hasOthers && (
        <Choice
          name="Service"
          choices={[
            { value: 'this', label: serviceName(profileId) },
            { value: 'all', label: 'All services' },
          ]}
          value={filter.allServices ? 'all' : 'this'}
          onChange={(value) => changeFilter({ allServices: value === 'all' })}
        />
      )}
      <Text
        component="output"
        inherit
        truncate
        fz={12}
        flex={1}
        miw={0}
        c="var(--text-2)"
        ta="end"
        aria-label="Runs shown"
      >
        {amountWords(shown, inScope)}
      </Text>
      <QuietButton icon={Trash2} onClick={() => setDeleting(true)}>
        Delete older runs…
      </QuietButton>
      <DeleteOlderDialog opened={isDeleting} runs={inScope} onClose={() => setDeleting(false)} />
    </div>
  );
}

const bytesOf = (runs: readonly RunSummary[]): number =>
  runs.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns "128 runs · 41 MB on disk", or "12 of 128 runs · 4.1 MB". */
function amountWords(shown: readonly RunSummary[], all: readonly RunSummary[]): string {
  const size = bytesInWords(bytesOf(shown));
  return shown.length === all.length
    ? `${countOf(all.length, 'run')} · ${size} on disk`
    : `${grouping(shown.length)} of ${countOf(all.length, 'run')} · ${size}`;
}

function Choice({
  name,
  choices,
  value,
  onChange,
}: {
  name: string;
  choices: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}) {
  const list = useInlineListProps();
  return (
    <Select
      className={classes.choice}
      size="xs"
      aria-label={name}
      data={choices}
      value={value}
      allowDeselect={false}
      comboboxProps={{ ...list, width: 'max-content', position: 'bottom-start' }}
      data-changed={value !== choices[0]?.value || undefined}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** The nodes and edges of the network that is saved. */
import { Group, NativeSelect, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import type { Network } from '#shared/catalogue/networks.ts';
import classes from './SaveDialog.module.css';
import { Line } from './SavedContents.tsx';
import {
  networkWords,
  presetOfNetwork,
  valueOfEnd,
  withEnd,
  type Choice,
  type NetworkOffer,
} from './network-choices.ts';

interface NetworkPartProps {
  network: Network;
  offer: NetworkOffer;
  onChange: (network: Network) => void;
}

interface ColumnSelect {
  label: string;
  data: readonly Choice[];
  value: string;
  choose: (value: string) => Network;
}

export function NetworkPart({ network, offer, onChange }: NetworkPartProps) {
  const preset = presetOfNetwork(network, offer);
  const choose = (id: string): void => {
    const chosen = offer.presets.find((one) => one.id === id);
    if (chosen !== undefined) onChange(chosen.network);
  };
  const endSelect = (label: string, end: 'source' | 'target'): ColumnSelect => ({
    label,
    data: offer.ends,
    value: valueOfEnd(network[end]),
    choose: (value) => withEnd(network, end, value),
  });
  const sums = offer.numbers.map(({ value, label }) => ({ value, label: `Sum of ${label}` }));
  const selects: ColumnSelect[] = [
    endSelect('From', 'source'),
    endSelect('To', 'target'),
    {
      label: 'Weight',
      data: [{ value: '', label: 'Number of rows' }, ...sums],
      value: network.weight ?? '',
      choose: (value) => ({ ...network, weight: value === '' ? null : value }),
    },
    {
      label: 'First and last seen by',
      data: [{ value: '', label: 'Nothing' }, ...offer.dates],
      value: network.time ?? '',
      choose: (value) => ({ ...network, time: value === '' ? null : value }),
    },
  ];
  return (
    <Stack component="section" gap={8} aria-label="Network">
      <Line name="Network">
        <Group gap={8} flex={1} miw={0}>
          {offer.presets.length > 0 && (
            <NativeSelect
              size="xs"
              flex="1 1 160px"
              maw={240}
              aria-label="Network"
              data={[
                ...offer.presets.map(({ id, title }) => ({ value: id, label: title })),
                ...(preset === null ? [{ value: '', label: 'Two columns' }] : []),
              ]}
              value={preset?.id ?? ''}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          )}
          <SegmentedControl
            size="xs"
            flex="none"
            aria-label="Direction"
            data={[
              { value: 'directed', label: 'Directed' },
              { value: 'undirected', label: 'Undirected' },
            ]}
            value={network.directed ? 'directed' : 'undirected'}
            onChange={(value) => onChange({ ...network, directed: value === 'directed' })}
          />
        </Group>
      </Line>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={14} verticalSpacing={8}>
        {selects.map(({ label, data, value, choose: chooseValue }) => (
          <NativeSelect
            key={label}
            size="xs"
            label={label}
            data={[...data]}
            value={value}
            onChange={(event) => onChange(chooseValue(event.currentTarget.value))}
          />
        ))}
      </SimpleGrid>
      <p className={classes.note}>{networkWords(network, offer)}</p>
    </Stack>
  );
}

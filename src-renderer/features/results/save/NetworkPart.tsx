/** What is a node and what an edge of the network that is saved. */
import { NativeSelect, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import type { Network } from '#shared/catalogue/networks.ts';
import classes from './SaveDialog.module.css';
import { Line } from './WhatIsSaved.tsx';
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

export function NetworkPart({ network, offer, onChange }: NetworkPartProps) {
  const preset = presetOfNetwork(network, offer);
  const choose = (id: string): void => {
    const chosen = offer.presets.find((one) => one.id === id);
    if (chosen !== undefined) onChange(chosen.network);
  };
  return (
    <Stack component="section" gap={8} aria-label="Network">
      <Line name="Network">
        {offer.presets.length > 0 && (
          <NativeSelect
            size="xs"
            w={240}
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
          aria-label="Direction"
          data={[
            { value: 'directed', label: 'Directed' },
            { value: 'undirected', label: 'Undirected' },
          ]}
          value={network.directed ? 'directed' : 'undirected'}
          onChange={(value) => onChange({ ...network, directed: value === 'directed' })}
        />
      </Line>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={14} verticalSpacing={8}>
        <ColumnSelect
          label="From"
          data={offer.ends}
          value={valueOfEnd(network.source)}
          onChange={(value) => onChange(withEnd(network, 'source', value))}
        />
        <ColumnSelect
          label="To"
          data={offer.ends}
          value={valueOfEnd(network.target)}
          onChange={(value) => onChange(withEnd(network, 'target', value))}
        />
        <ColumnSelect
          label="Weight"
          data={[
            { value: '', label: 'Number of rows' },
            ...offer.numbers.map(({ value, label }) => ({ value, label: `Sum of ${label}` })),
          ]}
          value={network.weight ?? ''}
          onChange={(value) => onChange({ ...network, weight: value === '' ? null : value })}
        />
        <ColumnSelect
          label="First and last seen by"
          data={[{ value: '', label: 'Nothing' }, ...offer.dates]}
          value={network.time ?? ''}
          onChange={(value) => onChange({ ...network, time: value === '' ? null : value })}
        />
      </SimpleGrid>
      <p className={classes.note}>{networkWords(network, offer)}</p>
    </Stack>
  );
}

interface ColumnSelectProps {
  label: string;
  data: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

const ColumnSelect = ({ label, data, value, onChange }: ColumnSelectProps) => (
  <NativeSelect
    size="xs"
    label={label}
    data={[...data]}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

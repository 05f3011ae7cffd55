/** The nodes and edges of the network that is saved: what the rows offer, and what is chosen. */
import { Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { mostSharing } from '#shared/catalogue/networks.ts';
import type { Network, NetworkEnd, NetworkPreset } from '#shared/catalogue/networks.ts';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { ExportPreview } from '#shared/contract/export/export.ts';
import type { Column } from '#shared/contract/run.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { Line } from './SavedContents.tsx';

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
            <Choice
              name="Network"
              choices={[
                ...offer.presets.map(({ id, title }) => ({ value: id, label: title })),
                ...(preset === null ? [{ value: '', label: 'Two columns' }] : []),
              ]}
              value={preset?.id ?? ''}
              onChange={choose}
            />
          )}
          <SegmentedControl
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
          <Choice
            key={label}
            size="xs"
            {...{ label, value }}
            choices={data}
            onChange={(next) => onChange(chooseValue(next))}
          />
        ))}
      </SimpleGrid>
      <DialogNote>{networkWords(network, offer)}</DialogNote>
    </Stack>
  );
}

interface Choice {
  value: string;
  label: string;
}

/** The choices for a network. */
interface NetworkOffer {
  /** Presets whose columns the rows have; the first is the default. */
  presets: readonly NetworkPreset[];
  /** For either end: every column that has values, and the account that was asked for. */
  ends: readonly Choice[];
  numbers: readonly Choice[];
  dates: readonly Choice[];
  first: Network;
}

const noColumn = '';
const askedValue = 'asked';
const columnValue = 'column:';

export const valueOfEnd = (end: NetworkEnd): string =>
  end.kind === 'asked' ? askedValue : columnValue + end.field;

const endOfValue = (value: string): NetworkEnd =>
  value === askedValue
    ? { kind: 'asked' }
    : { kind: 'column', field: value.slice(columnValue.length) };

/** @param endpoint that of the question; null if it no longer exists. */
export function offerNetworks(
  columns: readonly Column[],
  resource: Resource | null,
  endpoint: Endpoint | null,
): NetworkOffer {
  const filled = columns.filter(({ type }) => type !== 'empty');
  const asksForAccount =
    endpoint?.parameters.some(({ type }) => type.kind === 'text' && type.at === true) === true;
  const has = (end: NetworkEnd): boolean =>
    end.kind === 'asked' ? asksForAccount : filled.some(({ field }) => field === end.field);
  const presets = (resource?.networks ?? []).filter(
    ({ network: { source, target, sharing } }) =>
      has(source) && has(target) && (sharing === null || has({ kind: 'column', field: sharing })),
  );
  const choice = ({ field, label }: Column): Choice => ({ value: field, label });
  const [one, other = one] = filled;
  const end = (column: Column | undefined): NetworkEnd => ({
    kind: 'column',
    field: column?.field ?? noColumn,
  });
  return {
    presets,
    ends: [
      ...(asksForAccount ? [{ value: askedValue, label: 'Account asked for' }] : []),
      ...filled.map(({ field, label }) => ({ value: columnValue + field, label })),
    ],
    numbers: filled.filter(({ type }) => type === 'integer' || type === 'number').map(choice),
    dates: filled.filter(({ meaning }) => meaning === 'date').map(choice),
    first: presets[0]?.network ?? {
      source: end(one),
      target: end(other),
      directed: true,
      sharing: null,
      weight: null,
      time: null,
      reversedWhen: null,
    },
  };
}

/** Returns the preset with these ends, whatever its weight, dates and direction; null for none. */
export const presetOfNetwork = (
  { source, target, sharing }: Network,
  { presets }: NetworkOffer,
): NetworkPreset | null =>
  presets.find(
    ({ network }) =>
      valueOfEnd(network.source) === valueOfEnd(source) &&
      valueOfEnd(network.target) === valueOfEnd(target) &&
      network.sharing === sharing,
  ) ?? null;

/** Returns the network with another end. What else a preset says about its edges no longer applies. */
export const withEnd = (network: Network, which: 'source' | 'target', value: string): Network => ({
  ...network,
  [which]: endOfValue(value),
  sharing: null,
  reversedWhen: null,
});

/** Describes its edges in a sentence. */
function networkWords({ source, target, sharing }: Network, { ends }: NetworkOffer): string {
  const [from, to] = [source, target].map(
    (end) => ends.find(({ value }) => value === valueOfEnd(end))?.label ?? '',
  );
  if (sharing !== null) {
    const shared = ends.find(({ value }) => value === columnValue + sharing)?.label ?? sharing;
    return `An edge joins two values of ${from} with the same ${shared}, weighed by how many they share. What more than ${mostSharing} have is left out.`;
  }
  return valueOfEnd(source) === valueOfEnd(target)
    ? `An edge joins two values of ${from} in the same row.`
    : `An edge leads from ${from} to ${to} in the same row. A list has an edge for each item.`;
}

/** Describes its size, and how many rows it uses. */
export function sizeWords({ network, of }: ExportPreview): string {
  if (network === null) return '';
  const { nodes, edges, rows } = network;
  if (edges === 0) return 'No connections in these rows. Choose other columns.';
  const used = rows === of ? '' : ` from ${grouping(rows)} of ${countOf(of, 'row')}`;
  return `${countOf(nodes, 'node')} and ${countOf(edges, 'edge')}${used} will be written, the strongest first`;
}

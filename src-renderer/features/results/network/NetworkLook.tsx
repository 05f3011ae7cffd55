/**
 * The rows as a network: what *Save for Gephi* would write, drawn from its strongest edges, with its nodes as a table
 * beside it. The table is there without the drawing, too.
 */
import { ActionIcon, Box, Flex, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useComputedColorScheme } from '@mantine/core';
import { ArrowDown, ArrowUp, ListFilter, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { mostSharing } from '#shared/catalogue/networks.ts';
import type { NetworkPreset } from '#shared/catalogue/networks.ts';
import type { NetworkChart } from '#shared/contract/chart.ts';
import type { Run } from '#shared/contract/run.ts';
import { RowButton, SmallButton } from '#renderer/components/buttons.tsx';
import { EntryList, useTabStop } from '#renderer/components/entries.tsx';
import { hasWords } from '#renderer/components/find.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { Dot } from '#renderer/components/page/Page.tsx';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { DataTable } from '#renderer/components/tables.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { kept } from '#renderer/state/kept.ts';
import { useNetwork } from '#renderer/state/row-answers.ts';
import { beyond, coverageOfPicture, sourceWords } from '../charts/coverage.ts';
import { keepRows } from '../charts/keep-rows.ts';
import { Coverage, Waiting } from '../charts/panel-parts.tsx';
import { SavePicture, type Wording } from '../charts/SavePicture.tsx';
import { pictureOf } from '../charts/picture.ts';
import { useCountedColumns, useRows } from '../rows-scope.ts';
import { offerNetworks } from '../save/NetworkPart.tsx';
import { UseMenu } from '../use-value/UseValue.tsx';
import { fullNumber } from '../values/figures.ts';
import { EmptyArea } from '../RowsArea.tsx';
import { persistently } from '#renderer/components/hooks.ts';
import type { Drawing } from './draw.ts';
import {
  filtersOf,
  graphOf,
  groupColor,
  networkPicture,
  type DrawnEdge,
  type DrawnNode,
  type NetworkGraph,
  type Picked,
  type Positions,
} from './graph.ts';
import classes from './Network.module.css';

type SortKey = 'label' | 'community' | 'in' | 'out' | 'weight';

interface NetworkChoice {
  /** The id of a preset; null: the first. */
  preset: string | null;
  /** The least weight of an edge that is drawn. */
  least: number;
  sort: { by: SortKey; isReversed: boolean };
}

/** By run. */
const choices = kept<NetworkChoice>('network', {
  preset: null,
  least: 1,
  sort: { by: 'weight', isReversed: false },
});

export function NetworkLook() {
  const { run, endpoint, resource } = useRows();
  const columns = useCountedColumns();
  const presets = useMemo(
    () => offerNetworks(columns, resource, endpoint).presets,
    [columns, resource, endpoint],
  );
  const chosen = choices.use(run.id, ({ preset }) => preset);
  const preset = presets.find(({ id }) => id === chosen) ?? presets[0];
  return preset === undefined ? null : <PresetNetwork {...{ presets, preset }} />;
}

interface PresetProps {
  presets: readonly NetworkPreset[];
  preset: NetworkPreset;
}

function PresetNetwork({ presets, preset }: PresetProps) {
  const { run, tab, view, resource } = useRows();
  const { least } = choices.use(run.id, (choice) => choice);
  const { value, ...answer } = useNetwork({ run, view }, preset.network);
  const graph = useMemo(() => value && graphOf(value, least), [value, least]);
  const [picked, pick] = useState<Picked | null>(null);
  const [drawn, setDrawn] = useState<Drawn>({ of: null, positions: null, isFailed: false });
  const shown = graph === null ? null : stillThere(graph, picked);
  const weights = value === null ? [] : weightsOf(value);
  const area = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(area, graph, { picked: shown, pick, drawn, setDrawn });
  const positions = drawn.of === graph ? drawn.positions : null;
  const words =
    value === null || graph === null || graph.order === 0 ? '' : sizeWords(value, graph);
  const draw = ({ title, source }: Wording): string | null => {
    if (area.current === null || graph === null || positions === null) return null;
    return pictureOf(
      networkPicture(area.current, graph, positions),
      {
        title,
        legend: [],
        notes: [source, coverageOfPicture(run, view, value), words, pictureWords],
      },
      area.current,
    );
  };
  const zooms = [
    { by: 'in', label: 'Zoom in', Icon: ZoomIn },
    { by: 'out', label: 'Zoom out', Icon: ZoomOut },
    { by: 'all', label: 'Show all', Icon: Maximize },
  ] as const;
  return (
    <Flex direction="column" flex={1} mih={0} bg="var(--surface)">
      <Coverage lead="Drawn from" counts={value} />
      <Group px="var(--edge)" py={4} mih={40} wrap="nowrap" pos="relative">
        <Group gap="4px 6px" flex={1} fz={12} c="var(--text-2)">
          <Choice
            name="Network"
            __vars={{ '--most': '260px' }}
            choices={presets.map(({ id, title }) => ({ value: id, label: title }))}
            value={preset.id}
            onChange={(id) => {
              choices.change(run.id, { preset: id, least: 1 });
              pick(null);
            }}
          />
          {value !== null && (
            <>
              {weights.length > 1 && (
                <>
                  <span aria-hidden>with edges of weight</span>
                  <Choice
                    name="Least weight"
                    choices={weights.map((one) => ({ value: `${one}`, label: `${one} or more` }))}
                    value={`${least}`}
                    onChange={(one) => choices.change(run.id, { least: Number(one) })}
                  />
                </>
              )}
              <Text inherit component="output" ms={6}>
                {words}
              </Text>
            </>
          )}
        </Group>
        {positions !== null && (
          <Group gap={2} wrap="nowrap">
            {zooms.map(({ by, label, Icon }) => (
              <Tooltip key={by} label={label}>
                <ActionIcon aria-label={label} onClick={() => drawing.current?.zoom(by)}>
                  <Icon />
                </ActionIcon>
              </Tooltip>
            ))}
            <SavePicture
              title={preset.title}
              source={sourceWords(run, resource, { count: value?.count ?? 0 })}
              near={area}
              runId={run.id}
              draw={draw}
            />
          </Group>
        )}
      </Group>
      {graph === null || value === null ? (
        <Box flex={1} mih={200}>
          <Waiting {...answer} />
        </Box>
      ) : graph.order === 0 ? (
        <EmptyArea title="No connections in these rows" advice={nothingWords(value, run)} />
      ) : (
        <div className={classes.sides} data-table={drawn.isFailed || undefined}>
          <div className={classes.drawing} hidden={drawn.isFailed}>
            <Box
              ref={area}
              pos="absolute"
              inset={0}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not loaded
              role="img"
              aria-label={`${preset.title}: ${words} The table has the same nodes.`}
            />
          </div>
          <Flex component="section" direction="column" miw={0} mih={0} aria-label="Nodes">
            {drawn.isFailed && (
              <Text role="note" inherit p="8px 12px" fz={12} c="var(--text-2)">
                This browser can’t draw networks, because WebGL isn’t available. The table has all
                nodes.
              </Text>
            )}
            {shown !== null && (
              <PickedCard
                {...{ network: value, graph, picked: shown, pick }}
                keep={(...filters) => keepRows(tab, run.id, ...filters)}
              />
            )}
            <NodeTable {...{ network: value, graph, picked: shown, pick }} />
          </Flex>
        </div>
      )}
    </Flex>
  );
}

const pictureWords =
  'The larger a node, the more edges it has. Colours are communities found by the Louvain method, by weight; positions are by ForceAtlas2.';

/** "The 2,000 strongest of 31,234 edges, between 1,204 of 9,876 nodes." */
function sizeWords({ size }: NetworkChart, graph: NetworkGraph): string {
  const common =
    size.leftOut === 0
      ? ''
      : ` Left out: ${grouping(size.leftOut)} shared by more than ${mostSharing}.`;
  if (graph.size === size.edges) {
    return `${countOf(size.edges, 'edge')} between ${countOf(size.nodes, 'node')}.${common}`;
  }
  return `The ${grouping(graph.size)} strongest of ${countOf(size.edges, 'edge')}, between ${grouping(graph.order)} of ${countOf(size.nodes, 'node')}; all figures are of these.${common}`;
}

const nothingWords = ({ size }: NetworkChart, run: Run): string =>
  size.leftOut > 0
    ? `What these rows share, more than ${mostSharing} share. Choose another network above.`
    : `Choose another network above${beyond(run) === 'more' ? ', or get more rows' : ''}.`;

/** Weights that leave something to draw. */
const weightsOf = ({ edges }: NetworkChart): number[] =>
  [1, 2, 3, 5, 10, 20, 50, 100, 1000].filter((one) => one === 1 || one <= (edges[0]?.weight ?? 0));

/** What was selected may not be drawn any more. */
function stillThere(graph: NetworkGraph, picked: Picked | null): Picked | null {
  if (picked === null) return null;
  if ('node' in picked) return graph.hasNode(picked.node) ? picked : null;
  const { source, target } = picked;
  return graph.hasNode(source) && graph.hasNode(target) && graph.hasEdge(source, target)
    ? picked
    : null;
}

interface Drawn {
  /** The graph that the positions are of. */
  of: NetworkGraph | null;
  positions: Positions | null;
  /** Nothing can be drawn here. */
  isFailed: boolean;
}

interface Drawable {
  picked: Picked | null;
  pick: (picked: Picked | null) => void;
  drawn: Drawn;
  setDrawn: (drawn: Drawn) => void;
}

/** Draws the graph into an element, again when it changes. */
function useDrawing(
  area: React.RefObject<HTMLDivElement | null>,
  graph: NetworkGraph | null,
  { picked, pick, drawn, setDrawn }: Drawable,
): React.RefObject<Drawing | null> {
  const scheme = useComputedColorScheme();
  const drawing = useRef<Drawing | null>(null);
  const latest = useEffectEvent(() => picked);
  const { isFailed } = drawn;
  useEffect(() => {
    const element = area.current;
    if (graph === null || element === null || graph.order === 0 || isFailed) return undefined;
    let isOver = false;
    const fail = (): void => {
      if (!isOver) setDrawn({ of: null, positions: null, isFailed: true });
    };
    const begin = async (): Promise<void> => {
      // Without it, what draws can't even be loaded.
      if (!('WebGL2RenderingContext' in globalThis)) throw new Error('There is no WebGL');
      const { drawNetwork } = await persistently(() => import('./draw.ts'));
      if (isOver) return;
      const onPositions = (positions: Positions): void =>
        setDrawn({ of: graph, positions, isFailed: false });
      drawing.current = drawNetwork(graph, element, { onPick: pick, onPositions, onFailed: fail });
      drawing.current.pick(latest());
    };
    begin().catch(fail);
    return () => {
      isOver = true;
      drawing.current?.close();
      drawing.current = null;
    };
  }, [area, graph, isFailed, pick, setDrawn]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the element's colours follow it
  useEffect(() => drawing.current?.recolor(), [scheme]);
  useEffect(() => drawing.current?.pick(picked), [picked]);
  return drawing;
}

interface PickedProps {
  network: NetworkChart;
  graph: NetworkGraph;
  picked: Picked;
  pick: (picked: Picked | null) => void;
}

const mostListed = 6;

/** What is selected, with what can be done with it. */
function PickedCard({ network, graph, picked, pick, keep }: PickedProps & { keep: Keep }) {
  const { run, resource } = useRows();
  const filters = filtersOf(network, graph, picked);
  const isNode = 'node' in picked;
  const ids = isNode ? [picked.node] : [picked.source, picked.target];
  const [first, second] = ids.map((id) => graph.getNodeAttributes(id));
  if (first === undefined) return null;
  const name = [first.label, second?.label ?? []].flat().join(network.directed ? ' → ' : ' – ');
  const edges = isNode ? edgesOf(graph, picked.node) : [];
  const weight = isNode
    ? first.weight
    : graph.getEdgeAttribute(picked.source, picked.target, 'weight');
  const { source, target } = network.ends;
  const field = network.oneMode ? (source.field ?? target.field) : network.ends[first.end].field;
  const figures =
    isNode && network.directed
      ? `in ${fullNumber(first.in)}, out ${fullNumber(first.out)}, weight ${fullNumber(weight)}`
      : isNode
        ? `${countOf(first.in, 'edge')}, weight ${fullNumber(weight)}`
        : `weight ${fullNumber(weight)}`;
  return (
    <Box p="10px 12px" bg="var(--sunken)" data-line="bottom">
      <Text fw={600} truncate aria-live="polite">
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="var(--text-2)">
        {isNode && <CommunityDot community={first.community} />} {figures}
      </Text>
      <Group gap={8} mt={8}>
        {filters !== null && (
          <SmallButton icon={ListFilter} onClick={() => keep(...filters)}>
            Keep these rows
          </SmallButton>
        )}
        {isNode && field !== null && resource !== null && (
          <UseMenu
            source={{
              resource,
              texts: (of) => (of === field ? [first.value] : []),
              query: run.query,
              run,
              list: run.list?.keys,
            }}
            field={field}
            label={first.label}
          />
        )}
      </Group>
      {edges.length > 0 && (
        <ul className={classes.edges} aria-label={`Strongest edges of ${first.label}`}>
          {edges.slice(0, mostListed).map((edge) => (
            <li key={`${edge.source} ${edge.target}`}>
              <RowButton
                w="100%"
                gap={8}
                p="1px 4px"
                justify="space-between"
                bdrs="var(--radius-tag)"
                onClick={() => pick(edge)}
              >
                <EdgeWords {...{ edge, graph, of: first.id, isDirected: network.directed }} />
              </RowButton>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

type Keep = (...filters: NonNullable<ReturnType<typeof filtersOf>>) => void;

const edgesOf = (graph: NetworkGraph, id: string): DrawnEdge[] =>
  graph
    .mapEdges(id, (_edge, { weight }, source, target) => ({ source, target, weight }))
    .toSorted((a, b) => b.weight - a.weight);

interface EdgeWordsProps {
  edge: DrawnEdge;
  graph: NetworkGraph;
  /** The end that it is listed under. */
  of: string;
  isDirected: boolean;
}

function EdgeWords({ edge, graph, of, isDirected }: EdgeWordsProps) {
  const leadsAway = edge.source === of;
  const other = graph.getNodeAttribute(leadsAway ? edge.target : edge.source, 'label');
  const arrow = !isDirected ? '–' : leadsAway ? '→' : '←';
  return (
    <>
      <span data-cuts>
        {arrow} <bdi>{other}</bdi>
      </span>
      <span>{fullNumber(edge.weight)}</span>
    </>
  );
}

const CommunityDot = ({ community }: { community: number }) => (
  <Dot aria-hidden w={9} h={9} bg={`var(${groupColor(community)})`} />
);

const CommunityCell = ({ community }: Pick<DrawnNode, 'community'>) => (
  <>
    <CommunityDot community={community} /> {community}
  </>
);

/** More rows than this would slow the page down. */
const mostRows = 500;

/** The nodes with their figures: all that the drawing says, for keys and screen readers. */
function NodeTable({
  network,
  graph,
  picked,
  pick,
}: Omit<PickedProps, 'picked'> & { picked: Picked | null }) {
  const { run } = useRows();
  const sort = choices.use(run.id, (choice) => choice.sort);
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const columns = columnsOf(network);
  const sorted = useMemo(() => {
    const all = graph.mapNodes((_id, node) => node);
    return all.toSorted((a, b) => compare(a, b, sort.by) * (sort.isReversed ? -1 : 1));
  }, [graph, sort]);
  const found = useMemo(
    () => (search === '' ? sorted : sorted.filter(({ label }) => hasWords([label], search))),
    [sorted, search],
  );
  const shown = found.slice(0, mostRows);
  const pickedId = picked !== null && 'node' in picked ? picked.node : null;
  useEffect(() => {
    const row = list.current?.querySelector('tr[data-picked]');
    row?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- when another is selected
  }, [pickedId]);
  return (
    <>
      <SearchBox
        label="Find a node"
        size="xs"
        m="8px 12px"
        search={search}
        onSearch={setSearch}
        clearLabel="Clear"
      />
      <EntryList
        ref={list}
        ids={shown.map(({ id }) => id)}
        className={classes.table}
        px={12}
        data-scrolls
      >
        <DataTable
          aria-label={`Nodes, ${countOf(found.length, 'node')}`}
          isNamed
          look="small"
          isNumber={(column) => columns[column]?.key !== 'label' && columns[column]?.key !== 'kind'}
          head={columns.map(({ key, label }) =>
            key === 'kind' ? label : <SortButton key={key} by={key} label={label} />,
          )}
          headProps={(column) => {
            const { key, width } = columns[column]!;
            return {
              style: { width },
              ...(key === sort.by && { 'aria-sort': isUp(sort) ? 'ascending' : 'descending' }),
            };
          }}
          rowProps={(row) => {
            const { id } = shown[row]!;
            return { 'data-entry': id, 'data-picked': id === pickedId || undefined };
          }}
          rows={shown.map((node) =>
            columns.map(({ key }) => {
              if (key === 'label') {
                const isPicked = node.id === pickedId;
                return (
                  <NodeButton
                    key={node.id}
                    {...{ node, isPicked }}
                    onPick={() => pick(isPicked ? null : { node: node.id })}
                  />
                );
              }
              if (key === 'kind') return network.ends[node.end].label;
              if (key !== 'community') return fullNumber(node[key]);
              return <CommunityCell key={node.id} {...node} />;
            }),
          )}
        />
        {found.length > shown.length && (
          <Text inherit p="8px 12px" fz={12} c="var(--text-2)">
            The first {grouping(mostRows)} of {countOf(found.length, 'node')}. Sort or search for
            the others.
          </Text>
        )}
      </EntryList>
    </>
  );
}

const columnsOf = ({ directed, oneMode }: NetworkChart) =>
  [
    { key: 'label', label: 'Node', width: 'auto' },
    ...(oneMode ? [] : [{ key: 'kind', label: 'Kind', width: 74 } as const]),
    { key: 'community', label: 'Community', width: 74 },
    ...(directed
      ? ([
          { key: 'in', label: 'In', width: 40 },
          { key: 'out', label: 'Out', width: 40 },
        ] as const)
      : [{ key: 'in', label: 'Edges', width: 40 } as const]),
    { key: 'weight', label: 'Weight', width: 62 },
  ] as const;

/** In the order of the first click. */
function compare(a: DrawnNode, b: DrawnNode, by: SortKey): number {
  const names = a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
  if (by === 'label') return names;
  const order = by === 'community' ? a.community - b.community : b[by] - a[by];
  return order || b.weight - a.weight || names;
}

/** Names and communities are sorted ascending at first, figures descending. */
const isUp = ({ by, isReversed }: NetworkChoice['sort']): boolean =>
  (by === 'label' || by === 'community') !== isReversed;

function SortButton({ by, label }: { by: SortKey; label: string }) {
  const { run } = useRows();
  const sort = choices.use(run.id, (choice) => choice.sort);
  const isOn = sort.by === by;
  const Arrow = isUp(sort) ? ArrowUp : ArrowDown;
  return (
    <UnstyledButton
      className={classes.sort}
      onClick={() => choices.change(run.id, { sort: { by, isReversed: isOn && !sort.isReversed } })}
    >
      {label}
      {isOn && <Arrow size={12} aria-hidden />}
    </UnstyledButton>
  );
}

interface NodeButtonProps {
  node: DrawnNode;
  isPicked: boolean;
  onPick: () => void;
}

const NodeButton = ({ node, isPicked, onPick }: NodeButtonProps) => (
  <UnstyledButton
    className={classes.node}
    data-cuts
    tabIndex={useTabStop(node.id)}
    aria-pressed={isPicked}
    onClick={onPick}
  >
    {node.label}
  </UnstyledButton>
);

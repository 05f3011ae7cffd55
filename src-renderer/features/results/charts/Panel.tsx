/** One chart with its controls, notes and actions. */
import { ActionIcon, Box, Flex, Group, Menu, Text, Tooltip } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { ChartColumn, Check, Copy, ImageDown, Table2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefCallback } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { FramedTable } from '#renderer/components/texts.tsx';
import { SeriesMark } from '#renderer/components/chart/BarChart.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { useCopied } from '#renderer/components/copy.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { savePicture } from '#renderer/state/exports.ts';
import { fullNumber } from '../values/figures.ts';
import classes from './Charts.module.css';
import { asTsv, type ChartNumbers } from './chart-numbers.ts';
import { Waiting, type Answer } from './panel-parts.tsx';
import { asPng, pictureOf } from './picture.ts';

interface PanelProps {
  runId: string;
  /** Above the chart, continued by the controls as a sentence. */
  heading: string;
  /** The full title, for the picture, its file and screen readers. */
  title: string;
  /** Controls that choose what is drawn. */
  controls: ReactNode;
  /** Null until they are known. */
  numbers: ChartNumbers | null;
  /** Names of the series, from the bottom up, if there are several. */
  legend?: readonly string[];
  /** The rows it covers; shown with a saved picture. */
  coverage: string;
  /** What it leaves out; below the chart and with a saved picture. */
  notes: readonly string[];
  /** The drawing to save; the panel's own SVG by default. */
  drawing?: (panel: HTMLElement) => SVGSVGElement;
  /** Height of the chart, in px, also while there is none. */
  height: number;
  isWide?: boolean;
  /** Whether to scroll to it. */
  isWanted: boolean;
  inSight: RefCallback<HTMLElement>;
  answer: Answer;
  /** Why there is nothing to draw. */
  nothing: string;
  /** Actions for selected bars, instead of the notes. */
  chosen?: ReactNode;
  /** Null if there is nothing to draw. */
  children: ReactNode;
}

export function Panel(props: PanelProps) {
  const { runId, heading, title, controls, numbers, legend = [], coverage, notes, height } = props;
  const { drawing = ownDrawing, isWide, isWanted, inSight, answer, nothing } = props;
  const { chosen = null, children } = props;
  const [asTable, setAsTable] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const ref = useMergedRef(panel, inSight);
  useEffect(() => {
    if (isWanted) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  const isDrawn = numbers !== null && numbers.rows.length > 0;
  const draw = (): string | null =>
    panel.current === null
      ? null
      : pictureOf(drawing(panel.current), { title, legend, notes: [coverage, ...notes] });
  return (
    <Flex
      component="section"
      ref={ref}
      direction="column"
      miw={0}
      aria-label={title}
      className={classes.panel}
      data-wide={isWide || undefined}
    >
      <Group component="header" pos="relative" gap="4px 12px" mih={32} mb={10}>
        <Text component="h3" fw={600} truncate>
          {heading}
        </Text>
        <Group gap={6} fz={12} c="var(--text-2)">
          {controls}
        </Group>
        {isDrawn && (
          <Group gap={2} ms="auto">
            <Tooltip label={asTable ? 'Show as a chart' : 'Show as a table'}>
              <ActionIcon
                aria-label={asTable ? 'Show as a chart' : 'Show as a table'}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
              </ActionIcon>
            </Tooltip>
            <CopyNumbers numbers={numbers} />
            {/* A table can't be saved as a picture. */}
            {!asTable && <SavePicture runId={runId} title={title} draw={draw} />}
          </Group>
        )}
      </Group>
      {asTable && isDrawn ? (
        <NumbersTable numbers={numbers} name={`${title}, as a table`} height={height} />
      ) : (
        <Box pos="relative" mih={height}>
          {legend.length > 0 && <Legend names={legend} />}
          {children ?? <Waiting {...answer} nothing={numbers === null ? null : nothing} />}
        </Box>
      )}
      <Group gap="4px 12px" mih={32} mt={6} fz={12} lh="16px" c="dimmed">
        {chosen ?? notes.map((note) => <span key={note}>{note}</span>)}
      </Group>
    </Flex>
  );
}

function ownDrawing(panel: HTMLElement): SVGSVGElement {
  const drawn = panel.querySelector<SVGSVGElement>('svg[data-picture]');
  if (drawn === null) throw new Error('Nothing is drawn');
  return drawn;
}

function CopyNumbers({ numbers }: { numbers: ChartNumbers }) {
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? Check : Copy;
  return (
    <Tooltip label={isCopied ? 'Copied' : 'Copy numbers'}>
      <ActionIcon
        aria-label={isCopied ? 'Copied' : 'Copy numbers'}
        onClick={() => copy(asTsv(numbers))}
      >
        <Icon aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function SavePicture(props: {
  runId: string;
  title: string;
  /** Returns null if the panel is gone. */
  draw: () => string | null;
}) {
  const { runId, title, draw } = props;
  const { problem, run } = useAction();
  const save = async (format: 'png' | 'svg'): Promise<Problem | null> => {
    const svg = draw();
    if (svg === null) return null;
    const picture =
      format === 'svg'
        ? ({ format, text: svg } as const)
        : ({ format, base64: await asPng(svg) } as const);
    const outcome = await savePicture(runId, { name: title.slice(0, 60), picture });
    if (outcome.kind === 'saved') {
      notifications.show({ message: `Saved the picture to ${outcome.name}` });
    }
    return outcome.kind === 'problem' ? outcome.problem : null;
  };
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label="Save picture" title="Save picture">
            <ImageDown aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => run(() => save('png'))}>PNG, for slides and texts</Menu.Item>
          <Menu.Item onClick={() => run(() => save('svg'))}>SVG, sharp at any size</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {problem !== null && (
        <div className={classes.problem}>
          <ProblemText problem={problem} />
        </div>
      )}
    </>
  );
}

interface NumbersTableProps {
  numbers: ChartNumbers;
  name: string;
  height: number;
}

/** More rows than this would slow the page down. */
const mostRows = 1000;

/** The numbers behind a chart. */
function NumbersTable({ numbers: { head, rows }, name, height }: NumbersTableProps) {
  const text = (cell: string | number): string =>
    typeof cell === 'number' ? fullNumber(cell) : cell;
  return (
    <div className={classes.table}>
      <FramedTable
        name={name}
        head={head}
        numbers="afterFirst"
        height={height}
        after={
          rows.length > mostRows && (
            <Text size="xs" lh="20px" c="dimmed" px={14} py={8}>
              The first {fullNumber(mostRows)} of {fullNumber(rows.length)}. Copying takes all of
              them.
            </Text>
          )
        }
      >
        {rows.slice(0, mostRows).map(([first = '', ...others], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
          <tr key={index}>
            <th scope="row" dir="auto">
              {text(first)}
            </th>
            {others.map((cell, column) => (
              <td key={head[column + 1]}>{text(cell)}</td>
            ))}
          </tr>
        ))}
      </FramedTable>
    </div>
  );
}

/** The colours of the series, from the bottom up. */
function Legend({ names }: { names: readonly string[] }) {
  return (
    <Group component="ul" gap="4px 14px" mb={4} fz={12} c="var(--text-2)">
      {names.map((name, part) => (
        <Group component="li" key={name} gap={6} wrap="nowrap">
          <SeriesMark part={part} />
          {name}
        </Group>
      ))}
    </Group>
  );
}

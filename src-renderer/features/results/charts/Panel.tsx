/** One chart with what is said and done about it. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ChartColumn, Check, Copy, ImageDown, Table2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { FramedTable } from '#renderer/components/FramedTable.tsx';
import { SeriesMark } from '#renderer/components/chart/BarChart.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemText.tsx';
import { useCopied } from '#renderer/components/use-copied.ts';
import { savePicture } from '#renderer/state/exports.ts';
import { fullNumber } from '../values/number-words.ts';
import classes from './Charts.module.css';
import { asTsv, type ChartNumbers } from './chart-numbers.ts';
import { asPng, pictureOf, type PictureWords } from './picture.ts';

interface PanelProps {
  runId: string;
  /** Above the chart, where the controls go on with the sentence. */
  heading: string;
  /** All of it, for the picture, its file and screen readers. */
  title: string;
  /** What it is about can be chosen here. */
  controls: ReactNode;
  /** Null until they are known. */
  numbers: ChartNumbers | null;
  /** What is written around a saved picture beside the title. */
  words: Omit<PictureWords, 'title'>;
  /** The drawing to be saved; of the panel's own SVG unless told. */
  drawing?: (panel: HTMLElement) => SVGSVGElement;
  /** Of the chart, in px: kept while it is not there. */
  height: number;
  isWide?: boolean;
  children: ReactNode;
  /** Below the chart: what it leaves out, or what is done to chosen bars. */
  foot: ReactNode;
  /** Brought on screen once. */
  isWanted: boolean;
}

export function Panel(props: PanelProps) {
  const { runId, heading, title, controls, numbers, words, height, isWide, children, foot } = props;
  const { drawing = ownDrawing, isWanted } = props;
  const [asTable, setAsTable] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  const isDrawn = numbers !== null && numbers.rows.length > 0;
  return (
    <section
      ref={panel}
      aria-label={title}
      className={classes.panel}
      data-wide={isWide || undefined}
    >
      <header className={classes.head}>
        <h3 className={classes.title}>{heading}</h3>
        <div className={classes.controls}>{controls}</div>
        {isDrawn && (
          <div className={classes.actions}>
            <Tooltip label={asTable ? 'Show as a chart' : 'Show as a table'}>
              <ActionIcon
                aria-label={asTable ? 'Show as a chart' : 'Show as a table'}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
              </ActionIcon>
            </Tooltip>
            <CopyNumbers numbers={numbers} />
            {/* A table is no picture. */}
            {!asTable && (
              <SavePicture
                runId={runId}
                title={title}
                draw={() => {
                  const element = panel.current;
                  return element === null ? null : pictureOf(drawing(element), { ...words, title });
                }}
              />
            )}
          </div>
        )}
      </header>
      {asTable && isDrawn ? (
        <NumbersTable numbers={numbers} name={`${title}, as a table`} height={height} />
      ) : (
        <div className={classes.chart} style={{ minHeight: height }}>
          {children}
        </div>
      )}
      <div className={classes.foot}>{foot}</div>
    </section>
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

interface SavePictureProps {
  runId: string;
  title: string;
  /** Null when it is gone by now. */
  draw: () => string | null;
}

function SavePicture({ runId, title, draw }: SavePictureProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async (format: 'png' | 'svg'): Promise<void> => {
    setProblem(null);
    const svg = draw();
    if (svg === null) return;
    const picture =
      format === 'svg'
        ? ({ format, text: svg } as const)
        : ({ format, base64: await asPng(svg) } as const);
    const outcome = await savePicture(runId, { name: title.slice(0, 60), picture });
    if (outcome.kind === 'problem') setProblem(outcome.problem);
    if (outcome.kind === 'saved') {
      notifications.show({ message: `Saved the picture to ${outcome.name}` });
    }
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
          <Menu.Item onClick={() => void save('png')}>PNG, for slides and texts</Menu.Item>
          <Menu.Item onClick={() => void save('svg')}>SVG, sharp at any size</Menu.Item>
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

/** A page can't hold more rows than this without being felt. */
const mostRows = 1000;

/** The numbers behind a chart. */
function NumbersTable({ numbers: { head, rows }, name, height }: NumbersTableProps) {
  const shown = rows.slice(0, mostRows);
  return (
    <FramedTable
      name={name}
      head={head}
      numbers="afterFirst"
      height={height}
      after={
        rows.length > mostRows && (
          <p className={classes.more}>
            The first {fullNumber(mostRows)} of {fullNumber(rows.length)}. Copying takes all of
            them.
          </p>
        )
      }
    >
      {shown.map((cells, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
        <tr key={place}>
          {cells.map((cell, column) =>
            column === 0 ? (
              <th key={head[column]} scope="row" dir="auto" className={classes.first}>
                {typeof cell === 'number' ? fullNumber(cell) : cell}
              </th>
            ) : (
              <td key={head[column]}>{typeof cell === 'number' ? fullNumber(cell) : cell}</td>
            ),
          )}
        </tr>
      ))}
    </FramedTable>
  );
}

/** Which colour is which, from the bottom up. */
export function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul className={classes.legend}>
      {names.map((name, part) => (
        <li key={name}>
          <SeriesMark part={part} />
          {name}
        </li>
      ))}
    </ul>
  );
}

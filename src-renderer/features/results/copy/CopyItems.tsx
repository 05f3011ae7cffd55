import { ActionIcon, Box, Button, Menu } from '@mantine/core';
import { Copy } from 'lucide-react';
import type { Column } from '#shared/contract/run.ts';
import { useOfferedButton } from '#renderer/components/commands/commands.ts';
import { PageMenu } from '#renderer/components/popups.tsx';
import { countOf, grouping, keyNames, upperFirst } from '#renderer/components/words.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { MenuKeys } from '../toolbar/ToolButton.tsx';
import { useActiveCell, useSelection } from '../view-state.ts';
import { amountWords, copyRows, mostCopiedRows, type CopyTarget } from './copy-rows.ts';
import { copyTarget, shownColumns } from './copy-target.ts';
import type { CopyFormat } from './formats.ts';
import { rowsIn } from './grid-selection.ts';

interface CopyItemsProps {
  view: RowView;
  total: number;
  /** Among other items: all but plain copying is a step further. */
  isShort?: boolean;
}

const formats: { format: CopyFormat; label: string }[] = [
  { format: 'tsv', label: 'Copy' },
  { format: 'tsvWithHeaders', label: 'Copy with headers' },
  { format: 'json', label: 'Copy as JSON' },
  { format: 'markdown', label: 'Copy as Markdown table' },
];

const plain = formats.slice(0, 1);

/** Keeps words under words where an item has no icon. */
const noIcon = <Box component="span" display="block" w={14} />;

/** What can be copied, and as what: first what is selected, then more around it. */
export function CopyItems({ view, total, isShort = false }: CopyItemsProps) {
  const columns = shownColumns(view);
  // What is copied follows from both; this only has it drawn again.
  useActiveCell(view);
  useSelection(view);
  const selected = copyTarget(view, 'selection', columns, total);
  const rows = copyTarget(view, 'rows', columns, total);
  const column = copyTarget(view, 'column', columns, total);
  const all = copyTarget(view, 'all', columns, total);
  return (
    <>
      {selected !== null && (
        <>
          <Menu.Label>{upperFirst(targetWords(selected))}</Menu.Label>
          <FormatItems view={view} target={selected} shown={isShort ? plain : formats} hasKeys />
          {isShort ? (
            <More view={view} target={selected} label="Copy as" shown={formats.slice(1)} />
          ) : (
            <Menu.Divider />
          )}
        </>
      )}
      {rows !== null && selected?.isWhole === false && (
        <More view={view} target={rows} label={rowsIn(rows.spans) === 1 ? 'Row' : 'Whole rows'} />
      )}
      {column !== null && (
        <More view={view} target={column} label={`Column “${column.columns[0]?.label ?? ''}”`} />
      )}
      {all !== null && <More view={view} target={all} label={allWords(total)} />}
    </>
  );
}

interface FormatItemsProps {
  view: RowView;
  target: CopyTarget;
  shown?: typeof formats;
  hasKeys?: boolean;
}

/** A target in each format. */
function FormatItems({ view, target, shown = formats, hasKeys = false }: FormatItemsProps) {
  return shown.map(({ format, label }) => (
    <Menu.Item
      key={format}
      leftSection={format === 'tsv' ? <Copy size={14} aria-hidden /> : noIcon}
      rightSection={hasKeys && format === 'tsv' && <MenuKeys>{keyNames('Ctrl+C')}</MenuKeys>}
      onClick={() => void copyRows(view, target, format)}
    >
      {label}
    </Menu.Item>
  ));
}

function More({ label, ...copies }: FormatItemsProps & { label: string }) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={noIcon}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <FormatItems {...copies} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

const targetWords = ({ spans, columns, isWhole }: CopyTarget): string =>
  amountWords({ of: rowsIn(spans), columns: columns.length, isWhole });

const allWords = (total: number): string =>
  total > mostCopiedRows
    ? `First ${grouping(mostCopiedRows)} of ${countOf(total, 'row')}`
    : `All ${countOf(total, 'row')}`;

/** *Copy* below the rows: what is selected, or all of them. */
export function CopyMenu({ view, total }: { view: RowView; total: number }) {
  const button = useOfferedButton('rows', { title: 'Copy', detail: null, icon: Copy });
  return (
    <PageMenu position="top-end" width={240}>
      <Menu.Target>
        <Button
          ref={button}
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Copy size={13} aria-hidden />}
          disabled={total === 0}
        >
          Copy
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <CopyItems view={view} total={total} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

interface CopyRecordProps {
  view: RowView;
  index: number;
  /** All of them, shown in the grid or not. */
  columns: readonly Column[];
}

/** Copies the row with all its fields. */
export function CopyRecord({ view, index, columns }: CopyRecordProps) {
  const target = { spans: [{ first: index, last: index }], columns, isWhole: true };
  return (
    <PageMenu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label="Copy row" title="Copy row">
          <Copy size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <FormatItems view={view} target={target} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { Copy } from 'lucide-react';
import type { Column } from '#shared/contract/run.ts';
import type { RowView } from '#renderer/state/rows.ts';
import { FormatItems } from '../copy/CopyItems.tsx';
import { PageMenu } from '../../../components/popups.tsx';

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

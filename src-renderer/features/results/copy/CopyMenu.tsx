import { Menu } from '@mantine/core';
import { Copy } from 'lucide-react';
import type { RowView } from '#renderer/state/rows.ts';
import { ToolButton } from '../toolbar/ToolButton.tsx';
import { CopyItems } from './CopyItems.tsx';
import classes from './Copy.module.css';
import { PageMenu } from '../../../components/popups.tsx';

/** *Copy* in the toolbar: what is selected, or all rows. */
export function CopyMenu({ view, total }: { view: RowView; total: number }) {
  return (
    <PageMenu position="bottom-end" width={240}>
      <Menu.Target>
        <ToolButton tool="copy" label="Copy" icon={Copy} disabled={total === 0} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <CopyItems view={view} total={total} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

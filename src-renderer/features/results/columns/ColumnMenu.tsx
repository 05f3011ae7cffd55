/** The menu of a column, at its header. It lies outside the grid, whose keys are others. */
import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { keyNames } from '../../../components/words.ts';
import { PageMenu } from '../../../components/popups.tsx';
import type { MenuItem } from './column-items.ts';
import classes from './ColumnMenu.module.css';

interface ColumnMenuProps {
  /** Of the column. */
  label: string;
  /** Where the header ends; px from the top left of the frame around the grid. */
  at: { left: number; top: number };
  sections: readonly (readonly MenuItem[])[];
  /** The focus goes back to where the menu was opened from. */
  onClose: () => void;
}

export function ColumnMenu({ label, at, sections, onClose }: ColumnMenuProps) {
  // By itself Mantine gives the focus to the first item, also to one that can't have it.
  const first = sections.flat().find(({ isDisabled }) => isDisabled !== true);
  return (
    <PageMenu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={220}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* Not for anybody to press: the menu takes its place and its name from it. */}
        <button
          type="button"
          aria-hidden
          aria-label={`Column menu: ${label}`}
          tabIndex={-1}
          className={classes.anchor}
          style={at}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {sections.map((items, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- sections have no name
          <Fragment key={place}>
            {place > 0 && <Menu.Divider />}
            {items.map(({ label: words, icon: Icon, keys, isDisabled, act }) => (
              <Menu.Item
                key={words}
                data-autofocus={words === first?.label || undefined}
                leftSection={<Icon aria-hidden />}
                rightSection={
                  keys === undefined ? null : (
                    <kbd aria-hidden className={classes.keys}>
                      {keyNames(keys)}
                    </kbd>
                  )
                }
                disabled={isDisabled ?? false}
                onClick={act}
              >
                {words}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </PageMenu>
  );
}

import { Menu } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { usesOf, type Use, type UseSource } from '#shared/query/use-value.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { openUse } from './open-use.ts';
import classes from './UseValue.module.css';

interface UseItemsProps {
  source: UseSource;
  field: string;
  /** Other items stand above. */
  hasDivider?: boolean;
}

/** The questions a cell's value leads to, as items of a menu; those of a list value by value. */
export function UseItems({ source, field, hasDivider = false }: UseItemsProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const values = source
    .texts(field)
    .map((text) => ({ text, uses: usesOf(catalogue, source, field, text) }))
    .filter(({ uses }) => uses.length > 0);
  const [first, ...others] = values;
  if (first === undefined) return null;
  if (others.length === 0) {
    return (
      <>
        {hasDivider && <Menu.Divider />}
        <Menu.Label className={classes.label}>
          Use <bdi>{first.text}</bdi> in
        </Menu.Label>
        <Questions uses={first.uses} />
      </>
    );
  }
  return (
    <>
      {hasDivider && <Menu.Divider />}
      <Menu.Label>Use a value in</Menu.Label>
      {values.map(({ text, uses }) => (
        <Menu.Sub key={text}>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<span className={classes.noIcon} />}>
              <bdi>{text}</bdi>
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <Questions uses={uses} />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      ))}
    </>
  );
}

function Questions({ uses }: { uses: readonly Use[] }) {
  return uses.map((use) => (
    <Menu.Item
      key={`${use.endpoint.id} ${use.key}`}
      leftSection={<ArrowUpRight size={14} aria-hidden />}
      onClick={() => openUse(use)}
    >
      {use.endpoint.title}
    </Menu.Item>
  ));
}

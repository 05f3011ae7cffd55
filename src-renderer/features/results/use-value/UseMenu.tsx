import { Menu } from '@mantine/core';
import { usesOf, type UseSource } from '#shared/query/use-value.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { UseItems } from './UseItems.tsx';
import classes from './UseValue.module.css';
import { PageMenu } from '../../../components/popups.tsx';

/** *Use in…* beside a value of the record pane; nothing where it leads nowhere. */
export function UseMenu({
  source,
  field,
  label,
}: {
  source: UseSource;
  field: string;
  label: string;
}) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isOffered = source
    .texts(field)
    .some((text) => usesOf(catalogue, source, field, text).length > 0);
  if (!isOffered) return null;
  return (
    <PageMenu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.use} aria-label={`Use in… ${label}`}>
          Use in…
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <UseItems source={source} field={field} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

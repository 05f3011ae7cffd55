import { Button, Menu } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { questionsAbout, usesOf, type Use, type UseSource } from '#shared/query/use-value.ts';
import { PageMenu } from '#renderer/components/PageMenu.tsx';
import { showParameter } from '#renderer/features/explore/form-view.ts';
import { showPage, useSnapshot } from '#renderer/state/app.ts';
import { openTab } from '#renderer/state/workspace.ts';
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

/** The questions that can be asked about the item itself, one click each. */
export function AskAboutIt({ source }: { source: UseSource }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const uses = questionsAbout(catalogue, source);
  if (uses.length === 0) return null;
  return (
    <section aria-label="Ask about it" className={classes.ask}>
      <span aria-hidden className={classes.askLabel}>
        Ask about it
      </span>
      {uses.map((use) => (
        <Button
          key={use.endpoint.id}
          size="xs"
          variant="default"
          title={use.endpoint.title}
          onClick={() => openUse(use)}
        >
          {use.endpoint.noun}
        </Button>
      ))}
    </section>
  );
}

/** Opens the question in a new tab, filled in; nothing is asked until the person does. */
function openUse({ endpoint, values, key, missing }: Use): void {
  const tabId = openTab(endpoint.id, { values: { ...values } });
  showPage('explore');
  showParameter(tabId, missing ?? key);
}

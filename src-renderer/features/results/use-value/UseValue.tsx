import { Box, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { questionsAbout, usesOf, type Use, type UseSource } from '#shared/query/use-value.ts';
import { PageMenu } from '#renderer/components/popups.tsx';
import { changeFormView, showParameter } from '#renderer/features/explore/form-view.ts';
import { showPage, useSnapshot } from '#renderer/state/app.ts';
import { openTab } from '#renderer/state/workspace.ts';
import classes from './UseValue.module.css';

interface UseItemsProps {
  source: UseSource;
  field: string;
  /** Other items are above. */
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
  return (
    <>
      {hasDivider && <Menu.Divider />}
      {others.length === 0 ? (
        <>
          <Menu.Label>
            <Text inherit truncate>
              Use <bdi>{first.text}</bdi> in
            </Text>
          </Menu.Label>
          <Questions uses={first.uses} />
        </>
      ) : (
        <>
          <Menu.Label>Use a value in</Menu.Label>
          {values.map(({ text, uses }) => (
            <Menu.Sub key={text}>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<Box component="span" display="block" w={14} />}>
                  <bdi>{text}</bdi>
                </Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                <Questions uses={uses} />
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          ))}
        </>
      )}
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
export function UseMenu(props: { source: UseSource; field: string; label: string }) {
  const { source, field, label } = props;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isOffered = source
    .texts(field)
    .some((text) => usesOf(catalogue, source, field, text).length > 0);
  if (!isOffered) return null;
  return (
    <PageMenu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.use} aria-label={`Use in… ${label}`}>
          Use in…
        </UnstyledButton>
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
    <Group component="section" aria-label="Ask about it" gap={6} className={classes.ask}>
      <Text span size="xs" c="dimmed" me={2} aria-hidden>
        Ask about it
      </Text>
      {uses.map((use) => (
        <Button
          key={use.endpoint.id}
          size="xs"
          variant="default"
          title={use.endpoint.title}
          onClick={() => {
            const { values } = use;
            changeFormView(openUse(use), { openedFrom: { values, texts: source.texts } });
          }}
        >
          {use.endpoint.noun}
        </Button>
      ))}
    </Group>
  );
}

/** Opens the question in a new tab, filled in; nothing is asked until the person does. */
function openUse({ endpoint, values, key, missing }: Use): string {
  const tabId = openTab(endpoint.id, { values: { ...values } });
  showPage('explore');
  showParameter(tabId, missing ?? key);
  return tabId;
}

/** In the place of a parameter's control: the list that fills it; and the way to choose one. */
import { ActionIcon, Group, Input, Text } from '@mantine/core';
import { List, X } from 'lucide-react';
import { useState } from 'react';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import type { ListChoice } from '#shared/contract/list.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { TextLink } from '../../../components/texts.tsx';
import { inputsOf, takeAskForList } from '../../../state/lists.ts';
import { changeFormView, useFormView } from '../form-view.ts';
import fields from '../fields/fields.module.css';
import { ListDialog } from './ListDialog.tsx';
import classes from './list.module.css';
import { countedInputs, sourceText } from './list-words.ts';
import { type FormList, putList } from './use-list.ts';

interface ListOf {
  tab: Tab;
  endpoint: DataEndpoint;
  parameter: Parameter;
}

/** Beside a parameter's label. */
export function UseList(of: ListOf) {
  const { tab, parameter } = of;
  const [isOpen, setOpen] = useState(
    () => tab.recipeList?.keys[0] === parameter.key && takeAskForList(tab.id),
  );
  return (
    <span className={classes.use}>
      <TextLink alone onClick={() => setOpen(true)}>
        Use a list…
      </TextLink>
      <ChooseList {...of} before={null} isOpen={isOpen} onClose={() => setOpen(false)} />
    </span>
  );
}

function ChooseList({
  tab,
  ...props
}: ListOf & { before: ListChoice | null; isOpen: boolean; onClose: () => void }) {
  return (
    <ListDialog
      {...props}
      query={tab.query}
      wanted={tab.recipeList ?? null}
      onUse={(list) => {
        putList(tab, list);
        props.onClose();
      }}
    />
  );
}

/** The list, with the ways to change and to drop it. */
export function ListField({ list, ...of }: ListOf & { list: FormList }) {
  const { tab, parameter } = of;
  const { asking } = useFormView(tab.id);
  const [isOpen, setOpen] = useState(false);
  const { choice, problem } = list;
  return (
    <div className={fields.parameter} data-param={parameter.key} data-kind="list">
      <Input.Wrapper
        className={classes.field}
        label={parameter.label}
        labelElement="div"
        description={problem === null ? sourceText(choice.table.source) : null}
        error={problem?.title}
      >
        <Group className={classes.box} gap={8} wrap="nowrap">
          <List />
          <ListWords list={list} parameter={parameter} />
          <TextLink alone disabled={asking} onClick={() => setOpen(true)}>
            {problem === null ? 'Change…' : 'Choose a list…'}
          </TextLink>
          <ActionIcon
            size="sm"
            aria-label="Remove the list"
            disabled={asking}
            onClick={() => {
              putList(tab, null);
              changeFormView(tab.id, { focusOn: parameter.key });
            }}
          >
            <X size={14} />
          </ActionIcon>
        </Group>
      </Input.Wrapper>
      <ChooseList
        {...of}
        before={problem === null ? choice : null}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

/** "40 accounts: mira_osei, lev_adler…". Of a list for several parameters, each its own values. */
function ListWords({ list, parameter }: { list: FormList; parameter: Parameter }) {
  const { choice, checked, problem } = list;
  const column = choice.table.columns[choice.mapping[parameter.key] ?? -1];
  const sample = list.keys.length > 1 ? (column?.sample ?? []) : (checked?.sample ?? []);
  return (
    <Text span inherit truncate flex={1} miw={0}>
      {problem !== null ? (
        'No list'
      ) : checked === null ? (
        'Checking the list…'
      ) : (
        <>
          {countedInputs(parameter, inputsOf(checked, choice.onlyNew))}:{' '}
          <bdi>{sample.join(', ')}</bdi>
        </>
      )}
    </Text>
  );
}

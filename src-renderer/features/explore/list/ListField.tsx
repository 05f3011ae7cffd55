/** In the place of a parameter's control: the list that fills it; and the way to choose one. */
import { ActionIcon, Group, Input } from '@mantine/core';
import { List, X } from 'lucide-react';
import { useState } from 'react';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { TextLink } from '../../../components/texts.tsx';
import { grouping } from '../../../components/words.ts';
import { inputsOf, type ListDraft } from '../../../state/lists.ts';
import { changeFormView, useFormView } from '../form-view.ts';
import fields from '../fields/fields.module.css';
import { ListDialog } from './ListDialog.tsx';
import classes from './list.module.css';
import { namedOf, sourceText } from './list-words.ts';

interface ListOf {
  tabId: string;
  endpoint: DataEndpoint;
  parameter: Parameter;
  query: Query;
}

/** Beside a parameter's label. */
export function UseList(of: ListOf) {
  const [isOpen, setOpen] = useState(false);
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
  tabId,
  ...props
}: ListOf & { before: ListDraft | null; isOpen: boolean; onClose: () => void }) {
  return (
    <ListDialog
      {...props}
      onUse={(list) => {
        changeFormView(tabId, { list });
        props.onClose();
      }}
    />
  );
}

/** The list, with the ways to change and to drop it. */
export function ListField({ list, ...of }: ListOf & { list: ListDraft }) {
  const { tabId, parameter } = of;
  const { asking } = useFormView(tabId);
  const [isOpen, setOpen] = useState(false);
  const words = `${grouping(inputsOf(list))} ${namedOf(parameter)}`;
  return (
    <div className={fields.parameter} data-param={parameter.key} data-kind="list">
      <Input.Wrapper
        className={classes.field}
        label={parameter.label}
        labelElement="div"
        description={sourceText(list.table.source)}
      >
        <Group className={classes.box} gap={8} wrap="nowrap">
          <List size={16} strokeWidth={1.75} aria-hidden />
          <span className={classes.words}>
            {words}: <bdi>{list.checked.sample.join(', ')}</bdi>
          </span>
          <TextLink alone disabled={asking} onClick={() => setOpen(true)}>
            Change…
          </TextLink>
          <ActionIcon
            size="sm"
            aria-label="Remove the list"
            disabled={asking}
            onClick={() => changeFormView(tabId, { list: null, focusOn: parameter.key })}
          >
            <X size={14} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Group>
      </Input.Wrapper>
      <ChooseList {...of} before={list} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

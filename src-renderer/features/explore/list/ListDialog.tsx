/**
 * *Use a list…*: turns pasted lines or a file into the inputs of a question, checked before anything is
 * asked.
 */
import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import type { CheckedList, ListChoice, ListTable, RecipeList } from '#shared/contract/list.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { isListable } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { FileButton } from '#renderer/components/FileButton.tsx';
import {
  Dialog,
  DialogButtons,
  DialogForm,
  DialogNote,
} from '#renderer/components/dialog/Dialog.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { FramedTable, TextLink } from '#renderer/components/texts.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useIsSample } from '#renderer/state/app.ts';
import { checkList, inputsOf, readFile, readText } from '#renderer/state/lists.ts';
import { countWords, exampleList, namedOf, wantedWords } from './list-words.ts';

interface ListDialogProps {
  endpoint: DataEndpoint;
  /** The parameter that the list is for. */
  parameter: Parameter;
  query: Query;
  /** The list chosen before; null: none. */
  before: ListChoice | null;
  /** The list of the recipe that filled in the form. */
  wanted: RecipeList | null;
  isOpen: boolean;
  onClose: () => void;
  onUse: (list: ListChoice) => void;
}

type Columns = Omit<ListChoice, 'onlyNew'>;

const typingPauseMs = 300;

export function ListDialog({ isOpen, onClose, ...props }: ListDialogProps) {
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={`A list of ${namedOf(props.parameter)}`}
      size={640}
    >
      {isOpen && <Contents {...props} onClose={onClose} />}
    </Dialog>
  );
}

function Contents({
  endpoint,
  parameter,
  query,
  before,
  wanted,
  onClose,
  onUse,
}: Omit<ListDialogProps, 'isOpen'>) {
  const [choice, setChoice] = useState<Columns | null>(before);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | string | null>(null);
  const [checked, setChecked] = useState<CheckedList | null>(null);
  const [onlyNew, setOnlyNew] = useState(before?.onlyNew ?? false);
  const isSample = useIsSample();
  const isAccounts = parameter.type.kind === 'text' && parameter.type.at === true;

  const take = (table: ListTable): void => {
    setProblem(null);
    setChecked(null);
    setChoice({ table, hasHeader: table.hasHeader, mapping: { [parameter.key]: 0 } });
  };

  /** What was the list until now no longer is. */
  const replace = (next: Columns | null): void => {
    setProblem(null);
    // The same list isn't checked again.
    if (next !== choice) setChecked(null);
    setChoice(next);
  };

  const type = (typed: string): void => {
    setText(typed);
    replace(typed.trim() === '' ? before : null);
  };

  useEffect(() => {
    if (text.trim() === '') return undefined;
    let isLatest = true;
    const read = async (): Promise<void> => {
      const result = await readText(text);
      if (!isLatest) return;
      if (result.ok) take(result.value);
      else setProblem(result.error);
    };
    const timer = setTimeout(() => void read(), typingPauseMs);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is typed is read again
  }, [text]);

  useEffect(() => {
    if (choice === null) return undefined;
    let isLatest = true;
    const check = async (): Promise<void> => {
      const result = await checkList(choice, query);
      if (!isLatest) return;
      setProblem(result.ok ? null : result.error);
      setChecked(result.ok ? result.value : null);
    };
    void check();
    return () => {
      isLatest = false;
    };
  }, [choice, query]);

  const takeFile = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setText('');
    replace(null);
    const read = await readFile(file);
    if (read === null) setProblem('The file is larger than 5 MB. Split it, then choose one part.');
    else if (read.ok) take(read.value);
    else setProblem(read.error);
  };

  const count = checked === null ? 0 : inputsOf(checked, onlyNew);
  const use = (): void => {
    if (choice !== null && checked !== null && count > 0) onUse({ ...choice, onlyNew });
  };
  return (
    <DialogForm onSubmit={use}>
      <Textarea
        label={`Paste ${namedOf(parameter)}, one per line, or cells of a spreadsheet`}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder={parameter.placeholder}
        spellCheck={false}
        dir="auto"
        minRows={4}
        maxRows={8}
        autosize
        data-autofocus
      />
      <Group gap={12}>
        {isSample && isAccounts && text === '' && (
          <TextLink alone onClick={() => type(exampleList)}>
            Use an example
          </TextLink>
        )}
        <FileButton accept=".csv,.tsv,.txt,text/*" onChange={(file) => void takeFile(file)}>
          {(button) => (
            <SmallButton {...button} icon={FileUp}>
              Choose a file…
            </SmallButton>
          )}
        </FileButton>
        <Text size="xs" c="var(--text-2)">
          {choice?.table.source.kind === 'file'
            ? fileWords(choice.table.source.name, choice.table)
            : 'CSV or text, up to 100,000 inputs.'}
        </Text>
      </Group>
      {choice !== null && choice.table.columns.length > 1 && (
        <ColumnChoice {...{ endpoint, parameter, choice }} onChange={setChoice} />
      )}
      {problem !== null &&
        (typeof problem === 'string' ? (
          <Text size="sm" role="alert" c="var(--danger)">
            {problem}
          </Text>
        ) : (
          <ProblemText problem={problem} />
        ))}
      {wanted !== null && problem === null && (
        <DialogNote>{wantedWords(parameter, wanted, checked)}</DialogNote>
      )}
      {checked !== null && problem === null && (
        <Found {...{ checked, onlyNew }} onOnlyNew={setOnlyNew} />
      )}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" disabled={count === 0}>
          {count === 0 ? 'Use the list' : `Use ${countOf(count, 'input')}`}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

function fileWords(name: string, { lines, encoding }: ListTable): string {
  return `${name} · ${countOf(lines, 'line')}${encoding === null ? '' : ` · ${encoding}`}`;
}

/** Chooses a column of the table, with its first lines below. */
function ColumnChoice({
  endpoint,
  parameter,
  choice,
  onChange,
}: Pick<ListDialogProps, 'endpoint' | 'parameter'> & {
  choice: Columns;
  onChange: (choice: Columns) => void;
}) {
  const { table, mapping, hasHeader } = choice;
  const options = table.columns.map(({ name, sample }, index) => ({
    value: String(index),
    label: hasHeader || sample[0] === undefined ? name : `${name}: ${sample[0]}`,
  }));
  const others = endpoint.parameters.filter(
    (one) => one.key !== parameter.key && one.place === 'path' && isListable(endpoint, one),
  );
  const map = (key: string, value: string): void => {
    const { [key]: _, ...remaining } = mapping;
    onChange({
      ...choice,
      mapping: value === '' ? remaining : { ...remaining, [key]: Number(value) },
    });
  };
  return (
    <Stack gap={8}>
      <Group gap={12} align="end">
        <NativeSelect
          flex={1}
          label={`Column of ${namedOf(parameter)}`}
          data={options}
          value={String(mapping[parameter.key] ?? 0)}
          onChange={(event) => map(parameter.key, event.currentTarget.value)}
        />
        {others.map((other) => (
          <NativeSelect
            key={other.key}
            flex={1}
            label={other.label}
            data={[{ value: '', label: 'The same for all, from the form' }, ...options]}
            value={mapping[other.key] === undefined ? '' : String(mapping[other.key])}
            onChange={(event) => map(other.key, event.currentTarget.value)}
          />
        ))}
      </Group>
      {table.source.kind !== 'run' && (
        <Checkbox
          label="The first line has the names of the columns"
          checked={hasHeader}
          onChange={(event) => onChange({ ...choice, hasHeader: event.currentTarget.checked })}
        />
      )}
      <FramedTable
        name="First lines"
        head={table.columns.map(({ name }) => name)}
        numbers="none"
        height={112}
      >
        {Array.from({ length: Math.min(table.lines, 5) }, (_, line) => (
          <tr key={line}>
            {table.columns.map(({ name, sample }) => (
              <td key={name} dir="auto">
                {sample[line]}
              </td>
            ))}
          </tr>
        ))}
      </FramedTable>
    </Stack>
  );
}

/** The result of the check: the number of inputs, invalid lines, and inputs answered before. */
function Found({
  checked,
  onlyNew,
  onOnlyNew,
}: {
  checked: CheckedList;
  onlyNew: boolean;
  onOnlyNew: (onlyNew: boolean) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { wrong, wrongLines, answered } = checked;
  return (
    <Stack gap={8}>
      <Text size="sm" component="output" aria-label="What the list contains">
        {countWords(checked)}
        {wrong > 0 && (
          <>
            {' · '}
            <TextLink aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {countOf(wrong, 'invalid line')}
            </TextLink>
          </>
        )}
      </Text>
      {isOpen && wrong > 0 && (
        <FramedTable
          name="Invalid lines"
          head={['Line', 'Text', 'Why']}
          numbers="none"
          height={120}
        >
          {wrongLines.map(({ line, text, why }) => (
            <tr key={`${line} ${text}`}>
              <td>{line}</td>
              <td dir="auto">{text}</td>
              <td>{why}</td>
            </tr>
          ))}
        </FramedTable>
      )}
      {wrong > 0 && <DialogNote>Invalid lines are skipped.</DialogNote>}
      {answered > 0 && (
        <Checkbox
          label={`Leave out ${countOf(answered, 'input')} already answered in this data folder`}
          checked={onlyNew}
          onChange={(event) => onOnlyNew(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

/** *Use a list…*: turns pasted lines or a file into the inputs of a question, checked before anything is asked. */
import { Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { quoted } from '#shared/characters.ts';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import { listEncodings, listSeparators, maxListBytes } from '#shared/contract/list.ts';
import type { CheckedList, ListTable } from '#shared/contract/list.ts';
import type { ListChoice } from '#shared/contract/list-choice.ts';
import { isListable } from '#shared/query/list.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { FramedTable } from '#renderer/components/tables.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import {
  checkList,
  fileOf,
  inputsOf,
  readFile,
  readText,
  takenFrom,
  takenFromFile,
} from '#renderer/state/lists.ts';
import type { ReadAs } from '#renderer/state/lists.ts';
import { countOf } from '#renderer/components/words.ts';
import { useIsSample } from '#renderer/state/app.ts';
import { SmallButton, FileButton } from '#renderer/components/buttons.tsx';
import { Dialog, DialogForm, DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { useAsked } from '#renderer/state/asked.ts';
import { countedInputs, countWords, exampleList, namedOf, wantedWords } from './list-words.ts';
import { changeFormView } from '../form-view.ts';
import { putList } from './use-list.ts';

export interface ListOf {
  tab: Tab;
  endpoint: DataEndpoint;
  /** The parameter that the list is for. */
  parameter: Parameter;
}

interface ListDialogProps extends ListOf {
  /** The list chosen before; null: none. */
  before: ListChoice | null;
  isOpen: boolean;
  onClose: () => void;
}

type Columns = Omit<ListChoice, 'onlyNew'>;

interface ChosenFile {
  file: File;
  as: ReadAs;
  /** Each that is chosen has one; the file of the list that was chosen before has none. */
  number?: number;
}

const typingPauseMs = 300;

export const ListDialog = ({ isOpen, onClose, ...props }: ListDialogProps) => (
  <Dialog
    opened={isOpen}
    onClose={onClose}
    title={`A list of ${namedOf(props.parameter)}`}
    size={640}
  >
    {isOpen && <Contents {...props} />}
  </Dialog>
);

function Contents({
  tab,
  endpoint,
  parameter,
  before,
}: Omit<ListDialogProps, 'isOpen' | 'onClose'>) {
  const { query, recipeList: wanted = null } = tab;
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim() === '' ? '' : text, typingPauseMs);
  const isPasted = text.trim() !== '';
  /** As the person chose; null: detected. */
  const [separator, setSeparator] = useState<ReadAs['separator']>(null);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const isTooLarge = (isPasted ? text.length : (file?.file.size ?? 0)) > maxListBytes;
  const pasted = useAsked({
    key: [tab.id, 'pasted'],
    version: [typed, separator],
    ask: isTooLarge || typed === '' ? null : () => readText(typed, separator),
  });
  const ofFile = useAsked({
    key: [tab.id, 'file', file?.number],
    version: file?.as,
    ask: file === null || isTooLarge ? null : () => readFile(file.file, file.as),
  });
  const read = isPasted ? pasted : ofFile;
  const given = isPasted || file?.number !== undefined ? null : (before?.table ?? null);
  /** As the person changed them, for their table. */
  const [columns, setColumns] = useState<Columns | null>(before);
  const [onlyNew, setOnlyNew] = useState(before?.onlyNew ?? false);
  const isSample = useIsSample();
  const isAccounts = parameter.type.kind === 'text' && parameter.type.at === true;
  // What was typed before is not the list.
  const isRead = (!isPasted || typed === text) && !isTooLarge && !read.isPending;
  /** What is on screen, even while it is read in another way. */
  const shown = read.problem === null ? (read.value ?? given) : null;
  const table = isRead ? shown : null;
  const choice =
    table === null ? null : columns?.table === table ? columns : firstColumn(table, parameter);
  const check = useAsked({
    key: [tab.id, 'chosen'],
    version: [choice, query],
    ask: choice && (() => checkList(choice, query)),
  });
  const checked = choice && check.problem === null ? check.value : null;
  const problem =
    (isTooLarge ? tooLarge(isPasted ? 'text' : 'file') : read.problem) ?? (choice && check.problem);

  const readAgain = (change: Partial<ReadAs>): void => {
    const again = file?.file ?? (shown && fileOf(shown));
    // One that is opened again is read as it was, but for what changes.
    const { encoding, separator: between } = file?.as ?? shown ?? detected;
    if (isPasted) setSeparator(change.separator ?? null);
    else if (again !== null)
      setFile({ ...file, file: again, as: { encoding, separator: between, ...change } });
  };

  const count = checked === null || check.isPending ? 0 : inputsOf(checked, onlyNew);
  const use = () => {
    if (choice === null) return undefined;
    const taken = isPasted ? takenFrom(text, separator) : takenFromFile(choice.table);
    putList(tab, { ...choice, onlyNew, ...taken });
    // What opened this is gone.
    changeFormView(tab.id, { focusOn: parameter.key });
    return null;
  };
  return (
    <DialogForm
      submit={count === 0 ? 'Use the list' : `Use ${countedInputs(parameter, count)}`}
      isDisabled={count === 0}
      act={use}
    >
      <Textarea
        label={`Paste ${namedOf(parameter)}, one per line, or cells from a spreadsheet`}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (isPasted) return;
          setSeparator(null);
          // What could not be read is past, and doesn't come back with the file.
          if (isTooLarge || ofFile.problem !== null) setFile(null);
        }}
        placeholder={parameter.placeholder}
        spellCheck={false}
        dir="auto"
        minRows={4}
        maxRows={8}
        autosize
      />
      <Group gap={12}>
        {isSample && isAccounts && text === '' && (
          <TextLink alone onClick={() => setText(exampleList)}>
            Use an example
          </TextLink>
        )}
        <FileButton
          accept=".csv,.tsv,.txt,text/*"
          onChange={(chosen) => {
            if (chosen === null) return;
            setText('');
            setFile({ file: chosen, as: detected, number: (file?.number ?? 0) + 1 });
          }}
        >
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
      {shown !== null && shown.source.kind !== 'run' && (
        <ReadChoice
          table={shown}
          canChange={isPasted || fileOf(shown) !== null}
          onChange={readAgain}
        />
      )}
      {choice !== null && (choice.table.source.kind === 'file' || isTable(choice.table)) && (
        <ColumnChoice {...{ endpoint, parameter, choice }} onChange={setColumns} />
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
    </DialogForm>
  );
}

const tooLarge = (what: 'file' | 'text'): string =>
  `The ${what} is larger than 5 MB. Split it, then use one part at a time.`;

/** Takes the inputs from the first column, until the person chooses another. */
const firstColumn = (table: ListTable, { key }: Parameter): Columns => ({
  table,
  hasHeader: table.hasHeader,
  mapping: { [key]: 0 },
});

const fileWords = (name: string, { lines }: ListTable): string =>
  `${name} · ${countOf(lines, 'line')}`;

const detected: ReadAs = { encoding: null, separator: null };

const isTable = ({ columns }: ListTable): boolean => columns.length > 1;

/** How the text or file was read, to be corrected; what was left out or couldn't be read. */
function ReadChoice({
  table,
  canChange,
  onChange,
}: {
  table: ListTable;
  /** Whether it is still at hand; after a restart, a file has to be chosen again. */
  canChange: boolean;
  onChange: (change: Partial<ReadAs>) => void;
}) {
  const { encoding, guess, separator, titleLines, unreadable } = table;
  const known = Object.entries(listSeparators);
  const own = separator === null || separator in listSeparators ? [] : [[separator, separator]];
  return (
    <>
      <Group gap={12} grow>
        {encoding !== null && (
          <Choice
            label="Encoding"
            choices={Object.entries(listEncodings).map(([label, value]) => ({ value, label }))}
            value={encoding}
            disabled={!canChange}
            onChange={(value) =>
              onChange({
                encoding: Object.values(listEncodings).find((one) => one === value) ?? null,
              })
            }
          />
        )}
        <Choice
          label="Separator"
          choices={[...known, ...own].map(([value = '', label = '']) => ({ value, label }))}
          value={separator ?? ''}
          disabled={!canChange}
          onChange={(value) => onChange({ separator: value })}
        />
      </Group>
      {titleLines > 0 && (
        <DialogNote>{`${countOf(titleLines, 'line')} above the column names left out.`}</DialogNote>
      )}
      {guess !== null && (
        <DialogNote>
          The encoding is a guess. If {quoted(guess)} looks wrong, choose another.
        </DialogNote>
      )}
      {unreadable > 0 && (
        <DialogNote>
          {`${countOf(unreadable, 'character')} can’t be read in this encoding. If texts look wrong, choose another.`}
        </DialogNote>
      )}
    </>
  );
}

/** Chooses a column of the table and whether its first line is an input, with the first lines below. */
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
        {isTable(table) && (
          <Choice
            flex={1}
            label={`Column with ${namedOf(parameter)}`}
            choices={options}
            value={String(mapping[parameter.key] ?? 0)}
            onChange={(value) => map(parameter.key, value)}
          />
        )}
        {others.map((other) => (
          <Choice
            key={other.key}
            flex={1}
            label={other.label}
            choices={[{ value: '', label: 'The same for all, from the form' }, ...options]}
            value={mapping[other.key] === undefined ? '' : String(mapping[other.key])}
            onChange={(value) => map(other.key, value)}
          />
        ))}
      </Group>
      {table.source.kind !== 'run' && (
        <Checkbox
          label="The first line contains column names"
          checked={hasHeader}
          onChange={(event) => onChange({ ...choice, hasHeader: event.currentTarget.checked })}
        />
      )}
      <FramedTable
        name="First lines"
        head={table.columns.map(({ name }) => name)}
        height={112}
        rows={Array.from({ length: Math.min(table.lines, 5) }, (_, line) =>
          table.columns.map(({ sample }) => sample[line]),
        )}
      />
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
          height={120}
          rows={wrongLines.map(({ line, text, why }) => [line, text, why])}
        />
      )}
      {wrong > 0 && <DialogNote>Invalid lines are skipped.</DialogNote>}
      {answered > 0 && (
        <Checkbox
          label={`Leave out ${countOf(answered, 'input')} already answered in this project`}
          checked={onlyNew}
          onChange={(event) => onOnlyNew(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

/** Any GET path of the service, entered by hand, and its answer. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject, SubmitEvent } from 'react';
import {
  ActionIcon,
  Autocomplete,
  Button,
  Flex,
  Group,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Key, Plus, ReceiptText, X } from 'lucide-react';
import type { AnswerHead, FreeAnswer } from '#shared/contract/request.ts';
import {
  freeRequest,
  maxNameLength,
  maxParams,
  problemOfParam,
  problemOfPath,
} from '#shared/query/free-request.ts';
import { requestUrl } from '#shared/query/request.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import {
  BackLink,
  Footnote,
  Page,
  PageHint,
  RowList,
  Section,
  Tag,
} from '#renderer/components/page/Page.tsx';
import { saveFile } from '#renderer/state/exports.ts';
import { showPage, useProfileId, useSnapshot } from '#renderer/state/app.ts';
import {
  draftParam,
  openAnswer,
  readEarlier,
  removeAnswer,
  sendRequest,
  setQuestion,
  stopRequest,
  useRequest,
  writeParams,
  writePath,
  writeTarget,
} from '#renderer/state/request.ts';
import type { DraftParam, Question, RequestState } from '#renderer/state/request.ts';
import { useAction, usePending } from '#renderer/components/hooks.ts';
import { useMinute } from '#renderer/state/time.ts';
import { bytesInWords, clockTime, dayAndTime, grouping } from '#renderer/components/words.ts';
import { callsThisSession } from '#renderer/components/credentials/credential-words.ts';
import { DialogNote, DialogForm, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { Legend, MethodTag, RequestAddress, TextLink } from '#renderer/components/texts.tsx';
import { assertNever } from '#shared/assert-never.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { familyOf } from '#shared/service/families.ts';
import { QuietButton, RowButton, SmallButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { JsonTables, RawText } from '#renderer/components/json/JsonTables.tsx';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { ActionProblem, ProblemCard } from '#renderer/components/problems/ProblemCard.tsx';
import { maxValueLength } from '#shared/query/types.ts';
import {
  answerFacts,
  examplePaths,
  isPasted,
  knownPaths,
  outlookOf,
  statusTone,
  takeApart,
} from './request-words.ts';
import classes from './Request.module.css';

export function RequestPage() {
  const profileId = useProfileId();
  const state = useRequest();
  const pathField = useRef<HTMLInputElement>(null);
  useEffect(() => void readEarlier(profileId), [profileId]);
  const cancel = () => setQuestion(null);
  return (
    <Page
      title="Request"
      back={<BackLink page="status">Service status</BackLink>}
      aside={
        <PageHint>
          Reads any path once, such as the account’s tokens or crawl settings. It changes nothing.
        </PageHint>
      }
    >
      <RequestForm key={profileId} state={state} pathField={pathField} />
      <AnswerPart state={state} onChangePath={() => pathField.current?.focus()} />
      {state.earlier.length > 0 && (
        <EarlierAnswers answers={state.earlier} shown={state.answer?.requestId ?? null} />
      )}
      <DialogOf of={state.question} onClose={cancel} title={({ kind }) => titles[kind]} size="lg">
        {(question) => <Asked question={question} state={state} />}
      </DialogOf>
    </Page>
  );
}

const mostShown = 50;

interface EarlierAnswersProps {
  answers: readonly AnswerHead[];
  /** The one on screen. */
  shown: string | null;
}

/** Earlier answers, shown without sending anything. */
function EarlierAnswers({ answers, shown }: EarlierAnswersProps) {
  const now = new Date(useMinute());
  return (
    <Section title="Earlier answers">
      <RowList>
        {answers.slice(0, mostShown).map((head) => (
          <Group key={head.requestId} component="li" gap={4} wrap="nowrap" pe={8}>
            <RowButton
              flex={1}
              gap={12}
              h={36}
              px={12}
              bg={head.requestId === shown ? 'var(--soft-row)' : undefined}
              aria-current={head.requestId === shown ? 'true' : undefined}
              onClick={() => void openAnswer(head.requestId)}
            >
              <StatusTag status={head.status} />
              <Text component="code" truncate fz={12} flex={1} miw={0} dir="ltr">
                {head.target}
              </Text>
              <Text span inherit fz={12} flex="none" c="dimmed">
                {whenOf(new Date(head.at), now)}
              </Text>
            </RowButton>
            <ActionIcon
              aria-label={`Remove the answer from ${head.target}`}
              onClick={() => void removeAnswer(head.requestId)}
            >
              <X size={14} />
            </ActionIcon>
          </Group>
        ))}
      </RowList>
      <Footnote>
        Answers with data are kept on this computer. The others are kept only until you close the
        program: they may contain keys of the account.
        {answers.length > mostShown && ` The latest ${mostShown} of ${answers.length} are listed.`}
      </Footnote>
    </Section>
  );
}

const whenOf = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString() ? clockTime(at) : dayAndTime(at, now);

const titles: Record<Question['kind'], string> = {
  metered: 'Send one call?',
  dayCeiling: 'Today’s limit is reached',
};

interface AskedProps {
  question: Question;
  state: RequestState;
}

/** Asked before a metered call: what is sent, with which key, and the cost. */
function Asked({ question, state: { path, params } }: AskedProps) {
  const snapshot = useSnapshot((whole) => whole);
  const outlook = outlookOf(path, snapshot);
  const isSample = isSampleProfile(snapshot.profile);
  const isCeiling = question.kind === 'dayCeiling';
  return (
    <DialogForm
      submit={isCeiling ? 'Send past the limit' : 'Send (1 call)'}
      focus="submit"
      act={() => void sendRequest({ metered: true, beyondCeiling: isCeiling })}
    >
      <RequestAddress>
        {requestUrl(snapshot.profile?.address ?? '', freeRequest({ path, params }))}
      </RequestAddress>
      <p>
        {isCeiling
          ? `Today’s calls (${grouping(question.calls)}) have reached your daily limit of ${grouping(question.ceiling)}. Nothing was sent.`
          : `${outlook.cost} ${outlook.credential} The request is sent once and not retried automatically.`}
      </p>
      <DialogNote>{callsThisSession(snapshot.calls.session, isSample)} so far.</DialogNote>
    </DialogForm>
  );
}

const views = ['Table', 'Raw'] as const;
type View = (typeof views)[number];

interface AnswerPartProps {
  state: RequestState;
  onChangePath: () => void;
}

function AnswerPart({ state, onChangePath }: AnswerPartProps) {
  const { answer, problem } = state;
  const actionsOf = (one: Problem, target?: string) =>
    one.remedies.flatMap(({ kind }) => {
      switch (kind) {
        case 'tryAgain':
          return [{ label: 'Send again', act: () => sendAgain(state, target) }];
        case 'openAccount':
          return [{ label: 'Open Account', act: () => showPage('account') }];
        case 'changeParameter':
          return [{ label: 'Change the path', act: onChangePath }];
        default:
          return [];
      }
    });
  if (problem !== null) return <ProblemCard problem={problem} actions={actionsOf(problem)} />;
  if (answer === null) return null;
  return (
    <Answered key={answer.requestId} answer={answer}>
      {answer.problem !== null && (
        <ProblemCard problem={answer.problem} actions={actionsOf(answer.problem, answer.target)} />
      )}
    </Answered>
  );
}

/**
 * Sends the form, or what an answer is to, which then is in the form. Asks before a metered call, as the
 * first time.
 */
function sendAgain(state: RequestState, target?: string): Promise<void> | void {
  const { path } = target === undefined ? state : writeTarget(target);
  if (familyOf(path.trim()).metered) setQuestion({ kind: 'metered' });
  else return sendRequest({ metered: false, beyondCeiling: false });
}

function Answered({ answer, children }: { answer: FreeAnswer; children: ReactNode }) {
  const [view, setView] = useState<View>(answer.form === 'json' ? 'Table' : 'Raw');
  const saving = useAction();
  return (
    <Section
      title="Answer"
      actions={
        <>
          {view === 'Raw' && answer.text !== '' && (
            <CopyButton text={() => answer.text}>Copy</CopyButton>
          )}
          {answer.form === 'json' && (
            <SegmentedControl
              aria-label="Answer as"
              data={[...views]}
              value={view}
              onChange={setView}
            />
          )}
          <SmallButton
            onClick={() =>
              saving.run(() =>
                saveAndReport(saveFile({ of: 'request', requestId: answer.requestId })),
              )
            }
          >
            Save…
          </SmallButton>
        </>
      }
    >
      <Stack gap={10} miw={0}>
        <Flex
          component="output"
          rowGap={4}
          columnGap={14}
          align="center"
          wrap="wrap"
          c="var(--text-2)"
          aria-label="Answer in short"
        >
          <StatusTag status={answer.status} />
          {answerFacts(answer).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Flex>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit c="var(--text-2)">
            <code dir="ltr">{answer.target}</code>
          </Text>{' '}
          at {clockTime(new Date(answer.at))}
        </Text>
        <ActionProblem action={saving} />
        {children}
        <Body answer={answer} view={view} />
      </Stack>
    </Section>
  );
}

function Body({ answer, view }: { answer: FreeAnswer; view: View }) {
  const { form, text, bytes } = answer;
  const raw = <RawText answer={answer} label="The answer as received" />;
  if (bytes === 0) return <QuietText>The answer has no body.</QuietText>;
  switch (form) {
    case 'bytes':
      return (
        <QuietText>
          {bytesInWords(bytes)} that aren’t text. Save the answer to open it in another program.
        </QuietText>
      );
    case 'large':
      return (
        <>
          <QuietText>This is too large for a table. Save it to see all of it.</QuietText>
          {raw}
        </>
      );
    case 'text':
      return text.trim() === '' ? <QuietText>The answer is blank.</QuietText> : raw;
    case 'json':
      return view === 'Table' ? <JsonTables value={answer.value} name="Answer" /> : raw;
    default:
      return assertNever(form);
  }
}

const QuietText = (props: { children: ReactNode }) => <Text inherit c="var(--text-2)" {...props} />;

const statusColours = { ok: 'var(--ok)', warn: 'var(--warn)', danger: 'var(--danger)' };

/** An answer's status code, in the colour of its meaning. */
const StatusTag = ({ status }: { status: number }) => (
  <Tag
    ff="monospace"
    px={6}
    fz={12}
    lh="18px"
    fw={600}
    bd="1px solid"
    c={statusColours[statusTone(status)]}
  >
    {status}
  </Tag>
);

/** Path and parameters, with the address that would be sent, the credential and the cost. */
function RequestForm({
  state: { path, params, pendingId },
  pathField,
}: {
  state: RequestState;
  pathField: RefObject<HTMLInputElement | null>;
}) {
  const snapshot = useSnapshot((whole) => whole);
  const address = snapshot.profile?.address ?? '';
  // No messages while the person is still typing.
  const [isValidated, setValidated] = useState(false);
  const [isStopping, stop] = usePending(stopRequest);
  const paths = useMemo(() => knownPaths(snapshot.catalogue), [snapshot.catalogue]);
  const about = useMemo(() => new Map(paths.map((known) => [known.path, known.about])), [paths]);

  const complaint = problemOfPath(path);
  const rowComplaints = params.map(problemOfParam);
  const isValid = complaint === null && rowComplaints.every((one) => one === null);
  const outlook = outlookOf(path, snapshot);

  const write = (typed: string) => {
    // While it is typed, the ? must stay: what follows it would become part of the path.
    const parsed = isPasted(path, typed) ? takeApart(typed, address) : null;
    writePath(parsed?.path ?? typed);
    if (parsed !== null && parsed.params.length > 0) {
      writeParams(parsed.params.map(({ name, value }) => draftParam(name, value)));
    }
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setValidated(true);
    if (complaint !== null) pathField.current?.focus();
    if (!isValid || pendingId !== null) return;
    if (outlook.metered) setQuestion({ kind: 'metered' });
    else void sendRequest({ metered: false, beyondCeiling: false });
  };

  return (
    <form aria-label="Request" noValidate onSubmit={submit}>
      <Stack gap={14}>
        <Autocomplete
          ref={pathField}
          label="Path"
          description={`After ${address}`}
          placeholder="/api/status"
          data={paths.map((known) => known.path)}
          renderOption={({ option: { value } }) => (
            <Flex component="span" w="100%" gap={12} align="baseline" justify="space-between">
              <code>{value}</code>
              <Text span size="xs" flex="none" c="dimmed">
                {about.get(value)}
              </Text>
            </Flex>
          )}
          data-literal
          leftSection={<MethodTag>GET</MethodTag>}
          leftSectionWidth={52}
          maxDropdownHeight={320}
          autoComplete="off"
          spellCheck={false}
          value={path}
          onChange={write}
          error={isValidated ? complaint : null}
        />
        <Group gap="4px 12px" mt={-8} fz={12} c="var(--text-2)">
          Such as
          {examplePaths.map((example) => (
            <TextLink key={example} onClick={() => write(example)}>
              <code>{example}</code>
            </TextLink>
          ))}
        </Group>
        <ParamRows params={params} complaints={isValidated ? rowComplaints : []} />
        {isValid && (
          <Group
            gap={12}
            p="8px 8px 8px 12px"
            bd="1px solid var(--line)"
            bdrs="lg"
            bg="var(--sunken)"
            data-breaks
            wrap="nowrap"
            align="flex-start"
            justify="space-between"
          >
            <Text component="code" fz={12} lh="18px" pt={5} dir="ltr">
              {requestUrl(address, freeRequest({ path, params }))}
            </Text>
            <CopyButton text={() => requestUrl(address, freeRequest({ path, params }))}>
              Copy address
            </CopyButton>
          </Group>
        )}
        <Flex rowGap={8} columnGap={14} align="center" wrap="wrap" mih={32}>
          {pendingId === null ? (
            <Button type="submit">{outlook.metered ? 'Send…' : 'Send'}</Button>
          ) : (
            <Button variant="default" disabled={isStopping} onClick={stop}>
              {isStopping ? 'Stopping…' : 'Stop'}
            </Button>
          )}
          {complaint === null && (
            <Flex component="p" wrap="wrap" align="center" gap="4px 6px" c="var(--text-2)">
              <ReceiptText size={14} />
              <Text
                span
                inherit
                me={8}
                {...(outlook.metered ? { c: 'var(--text-1)', fw: 500 } : {})}
              >
                {outlook.cost}
              </Text>
              <Key size={14} />
              <span>{outlook.credential}</span>
              {outlook.isMissing && (
                <TextLink alone onClick={() => showPage('account')}>
                  Open Account
                </TextLink>
              )}
            </Flex>
          )}
          {pendingId !== null && (
            <Text component="output" inherit c="var(--text-2)">
              Asking the service…
            </Text>
          )}
        </Flex>
      </Stack>
    </form>
  );
}

/** The parameters after the `?`, each with name and value. */
function ParamRows({
  params,
  complaints,
}: {
  params: readonly DraftParam[];
  complaints: readonly (string | null)[];
}) {
  const add = useRef<HTMLButtonElement>(null);
  const change = (id: number, changed: Partial<DraftParam>) =>
    writeParams(params.map((param) => (param.id === id ? { ...param, ...changed } : param)));
  return (
    <Stack component="fieldset" gap={6} align="stretch">
      <Legend>Parameters</Legend>
      {params.map(({ id, name, value }, index) => (
        <div key={id} className={classes.param}>
          <TextInput
            aria-label={`Name of parameter ${index + 1}`}
            placeholder="Name"
            data-literal
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => change(id, { name: event.currentTarget.value })}
            error={complaints[index]}
          />
          <TextInput
            aria-label={`Value of parameter ${index + 1}`}
            placeholder="Value"
            maxLength={maxValueLength}
            dir="auto"
            value={value}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove parameter ${index + 1}`}
            size={32}
            onClick={() => {
              writeParams(params.filter((param) => param.id !== id));
              add.current?.focus();
            }}
          >
            <X size={14} />
          </ActionIcon>
        </div>
      ))}
      <QuietButton
        ref={add}

        style={{ alignSelf: 'start' }}
        icon={Plus}
        disabled={params.length >= maxParams}
        onClick={() => {
          const row = draftParam();
          writeParams([...params, row]);
        }}
      >
        Add a parameter
      </QuietButton>
    </Stack>
  );
}

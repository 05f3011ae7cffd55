import {
  ActionIcon,
  Autocomplete,
  Button,
  Flex,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Key, Plus, ReceiptText, X } from 'lucide-react';
import { type RefObject, type SubmitEvent, useMemo, useRef, useState } from 'react';
import {
  problemOfParam,
  problemOfPath,
  freeRequest,
  maxNameLength,
  maxParams,
} from '#shared/query/free-request.ts';
import { requestUrl } from '#shared/query/request.ts';
import { maxValueLength } from '#shared/query/types.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { usePending } from '#renderer/components/hooks.ts';
import { Legend, MethodTag, TextLink } from '#renderer/components/texts.tsx';
import { showPage, useSnapshot } from '#renderer/state/app.ts';
import {
  draftParam,
  type DraftParam,
  setQuestion,
  type RequestState,
  sendRequest,
  stopRequest,
  writeParams,
  writePath,
} from '#renderer/state/request.ts';
import { isPasted, knownPaths, outlookOf, takeApart } from './request-words.ts';
import classes from './Request.module.css';

/** Path and parameters, with the address that would be sent, the credential and the cost. */
export function RequestForm({
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
          classNames={{ input: classes.mono }}
          leftSection={<MethodTag>GET</MethodTag>}
          leftSectionWidth={52}
          maxDropdownHeight={320}
          autoComplete="off"
          spellCheck={false}
          value={path}
          onChange={write}
          error={isValidated ? complaint : null}
        />
        <ParamRows params={params} complaints={isValidated ? rowComplaints : []} />
        {isValid && (
          <Group
            className={classes.line}
            gap={12}
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
            classNames={{ input: classes.mono }}
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

/** The request of this question as it will be sent, and as code to copy. */
import { useEffect, useId, useState } from 'react';
import { Box, Flex, Group, Text, Textarea } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import type { Endpoint, Parameter, Resource } from '#shared/catalogue/types.ts';
import { queryOfInput } from '#shared/query/list.ts';
import { buildRequest, requestUrl, type ServiceRequest } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { asAsked, readQuery, sentValue, validateQuery } from '#shared/query/values.ts';
import type { Complaints } from '#shared/query/values.ts';
import { codeSample, collectCommand, sampleLanguages } from './code-samples.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { copyText } from '#renderer/components/copy.tsx';
import { DataTable } from '#renderer/components/tables.tsx';
import { MethodTag } from '#renderer/components/texts.tsx';
import { grouping } from '#renderer/components/words.ts';
import { useProfileId, useSnapshot } from '#renderer/state/app.ts';
import { useUtcDay } from '#renderer/state/time.ts';
import type { FormList } from '../list/use-list.ts';
import classes from './request.module.css';

interface RequestPanelProps {
  id: string;
  endpoint: Endpoint;
  resource: Resource | null;
  query: Query;
  address: string;
  /** Those of the form, which leave out the parameters that a list fills. */
  complaints: Complaints;
  list: FormList | null;
}

export function RequestPanel(props: RequestPanelProps) {
  const { id, endpoint, resource, query: typed, address, list } = props;
  const checked = list?.checked ?? null;
  const [first] = checked?.sample ?? [];
  const filled =
    checked === null || first === undefined ? typed : queryOfInput(typed, checked.keys, first);
  // What will be asked, even while a field still has another notation.
  const query = asAsked(endpoint, readQuery(endpoint, filled), new Date(useUtcDay()));
  const complaints =
    list === null
      ? props.complaints
      : { ...validateQuery(endpoint, query, resource), ...props.complaints };
  const isValid = Object.keys(complaints).length === 0;
  return (
    <Box
      component="section"
      id={id}
      aria-label="Request"
      data-scrolls="within"
      mah={264}
      mt={12}
      p={12}
      bd="1px solid var(--line)"
      bdrs="lg"
      bg="var(--sunken)"
    >
      {isValid && checked !== null && checked.different > 1 && (
        <Text inherit mb={4} c="var(--text-2)">
          For the first of {grouping(checked.different)} inputs.
        </Text>
      )}
      {isValid ? (
        <ValidRequest {...{ endpoint, query, address }} />
      ) : (
        <MissingParts {...{ endpoint, complaints }} />
      )}
    </Box>
  );
}

type MissingPartsProps = Pick<RequestPanelProps, 'endpoint' | 'complaints'>;

function MissingParts({ endpoint, complaints }: MissingPartsProps) {
  const labels = new Map(endpoint.parameters.map(({ key, label }) => [key, label]));
  return (
    <>
      <Text inherit c="var(--text-2)">
        The request is not complete yet:
      </Text>
      <Box component="ul" mt={4}>
        {Object.entries(complaints).map(([key, complaint]) => (
          <li key={key}>
            <Text span inherit fw={500} me={4}>
              {labels.get(key) ?? 'Fields'}
            </Text>{' '}
            {complaint}
          </li>
        ))}
      </Box>
    </>
  );
}

const placeNames: Record<Parameter['place'], string> = {
  path: 'in the path',
  query: 'after the ?',
  body: 'in the body',
};

/** Returns what each parameter is called in the form, as what it is sent, with which value, and where. */
function partsOf(endpoint: Endpoint, query: Query): [string, string, string, string][] {
  const parts = endpoint.parameters.flatMap((parameter): ReturnType<typeof partsOf> => {
    const value = sentValue(parameter, query);
    const { label, wire, place } = parameter;
    return value === null ? [] : [[label, wire, value, placeNames[place]]];
  });
  if (query.fields.length === 0) return parts;
  const name = endpoint.optionNames.fields ?? 'fields';
  return [...parts, ['Fields', name, query.fields.join(','), placeNames.query]];
}

type ValidRequestProps = Pick<RequestPanelProps, 'endpoint' | 'query' | 'address'>;

function ValidRequest({ endpoint, query, address }: ValidRequestProps) {
  const addressId = useId();
  const profileId = useProfileId();
  const call = useSnapshot((snapshot) => snapshot.command);
  const request = buildRequest(endpoint, query);
  const parts = partsOf(endpoint, query);
  return (
    <>
      <Flex gap={8} align="baseline">
        <MethodTag>{request.method}</MethodTag>
        <Box component="code" id={addressId} miw={0} lh="18px" dir="ltr" data-breaks>
          {requestUrl(address, request)}
        </Box>
      </Flex>
      <Text component="code" display="block" fz={12} lh="18px" mt={4} c="var(--text-2)">
        Authorization: Bearer ••••
      </Text>
      {parts.length > 0 && (
        <DataTable
          look="small"
          className={classes.parts}
          aria-describedby={addressId}
          head={['Question', 'Sent as', 'Value', 'Where']}
          rows={parts.map(([label, name, value, where]) => [
            label,
            <code key="name">{name}</code>,
            value,
            where,
          ])}
        />
      )}
      <CopyAs
        {...{ address, request }}
        command={(label) =>
          collectCommand(endpoint, query, { id: profileId, address }, label, call)
        }
      />
    </>
  );
}

/** *Copy as*: the same request as a command or a few lines of code, without the key. */
interface CopyAsProps {
  address: string;
  request: ServiceRequest;
  /** Returns the question for the command; null if it doesn't support such questions. */
  command: (label: string) => string | null;
}

const languages = [...sampleLanguages, 'Command'] as const;
type Language = (typeof languages)[number];
type Outcome = { kind: 'copied' | 'failed'; language: Language; sample: string } | null;

const confirmedForMs = 2500;

const today = (): string => new Date().toISOString().slice(0, 10);

function CopyAs({ address, request, command }: CopyAsProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    if (outcome?.kind !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome(null), confirmedForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = (language: Language) => {
    const sample =
      language === 'Command' ? (command(today()) ?? '') : codeSample(language, address, request);
    setOutcome({ kind: copyText(sample) ? 'copied' : 'failed', language, sample });
  };
  return (
    <>
      <Group gap={6} mt={10}>
        <Text span size="xs" me={2} c="var(--text-2)">
          Copy as
        </Text>
        {(command('') === null ? sampleLanguages : languages).map((language) => {
          const isCopied = outcome?.kind === 'copied' && outcome.language === language;
          const Icon = isCopied ? Check : Copy;
          return (
            <SmallButton
              key={language}

              aria-label={`Copy as ${language}`}
              icon={Icon}
              onClick={() => copy(language)}
            >
              {language}
            </SmallButton>
          );
        })}
        <Text span size="xs" ms={4} c="var(--text-2)" aria-live="polite">
          {outcome?.kind === 'copied' &&
            `Copied as ${outcome.language}. Your key is not in it: it reads SOCIAL_DATA_API_KEY.`}
        </Text>
      </Group>
      {outcome?.kind === 'failed' && (
        <Textarea
          mt={8}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
          label="Copying was blocked. Select this text and copy it yourself:"
          value={outcome.sample}
          readOnly
          autosize
          maxRows={8}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}

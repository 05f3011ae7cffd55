import { Autocomplete, Flex, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { quoted } from '#shared/characters.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { trialKeyDays, trialRowsPerCall } from '#shared/service/answers.ts';
import { TextLink } from '../texts.tsx';
import { useSnapshot } from '#renderer/state/app.ts';
import { notInKeychain, serviceAnswered, whereKept } from './credential-words.ts';
import type { KeyVerdict } from '#renderer/state/key-tests.ts';

const words = {
  key: { label: 'Access key', placeholder: 'Paste your key', show: 'Show the key' },
  sessionToken: {
    label: 'Sign-in token',
    placeholder: 'Paste the token; it begins with eyJ',
    show: 'Show the token',
  },
} as const;

/** A field for pasting a key or a session token, with where it will be kept. */
export function KeyField({
  kind = 'key',
  value,
  onChange,
  problem,
  forSession = false,
  focusFirst = false,
}: {
  kind?: keyof typeof words;
  value: string;
  onChange: (value: string) => void;
  problem: Pick<Problem, 'title'> | null;
  /** Whether it is kept for this session only. */
  forSession?: boolean;
  focusFirst?: boolean;
}) {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const { label, placeholder, show } = words[kind];
  return (
    <PasswordInput
      {...{ label, placeholder, value }}
      description={
        forSession
          ? 'It will be kept until you close the program, and sent to this service only.'
          : whereKept(keychain)
      }
      autoComplete="off"
      spellCheck={false}
      // Copied text often includes a space or a line break.
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={problem?.title}
      data-autofocus={focusFirst || undefined}
      visibilityToggleButtonProps={{ 'aria-label': show }}
    />
  );
}

/** What people copy along with the address: a path of the service, or that of its documentation. */
const beyondAddress =
  /^(https?:\/\/[^/?#]+[^?#]*?)\/+(api|docs|api-docs|swagger(?:-ui)?|redoc|openapi\.(?:json|ya?ml))(?:[/?#].*)?$/i;

/** The service's address. Main decides which addresses are allowed and says why. */
export function AddressField({
  value,
  onChange,
  problem,
  whereToFind = 'It comes with your access key.',
  focusFirst = false,
}: {
  value: string;
  onChange: (value: string) => void;
  problem: Problem | null;
  /** A sentence that says where to find it. */
  whereToFind?: string;
  focusFirst?: boolean;
}) {
  const [, shorter, beyond] = beyondAddress.exec(value.trim()) ?? [];
  return (
    <TextInput
      label="Service address"
      description={`Begins with https://. ${whereToFind}`}
      placeholder="https://"
      type="url"
      inputMode="url"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={
        shorter === undefined ? (
          problem?.title
        ) : (
          <>
            {problem === null
              ? `${quoted(`/${beyond}`)} is usually not part of the address.`
              : problem.title}{' '}
            <TextLink onClick={() => onChange(shorter)}>Use {shorter}</TextLink>
          </>
        )
      }
      data-autofocus={focusFirst || undefined}
    />
  );
}

/** True for everyone who uses this program. */
export const defaultSource = 'Social Data Explorer';

const sources = [
  defaultSource,
  'A colleague or friend',
  'A search engine',
  'A publication or talk',
  'A course',
];

/** How the person heard of the service: from a short list, or in their own words. */
export const SourceField = (props: { value: string; onChange: (value: string) => void }) => (
  <Autocomplete
    label="How did you hear about the service?"
    description="The service asks for this. Choose an answer or write your own."
    data={sources}
    // Lists all options, whatever the field contains.
    filter={({ options }) => options}
    maxLength={500}
    {...props}
  />
);

/** What a trial key can and can't do. Source: specification, Authentication, rule 2. */
export function TrialTerms() {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  return (
    <div>
      <Stack
        component="ul"
        gap={4}
        ps={18}
        c="var(--text-2)"
        style={{ listStyle: 'disc' }}
        aria-label="What a trial key can do"
      >
        <li>Free, valid for {trialKeyDays} days</li>
        <li>Stored data only: live data needs an access key</li>
        <li>{trialRowsPerCall} results per call, no further pages, no CSV made by the service</li>
      </Stack>
      {!keychain.available && (
        <Text size="xs" mt={8} c="dimmed">
          {notInKeychain(keychain)}
        </Text>
      )}
    </div>
  );
}

const verdictLooks = {
  accepted: { Icon: CircleCheck, colour: 'var(--ok)' },
  refused: { Icon: CircleAlert, colour: 'var(--danger)' },
  undecided: { Icon: CircleHelp, colour: 'var(--warn)' },
};

/** The service's verdict on a key: a sentence, its own words and the time. */
export function Verdict({ verdict }: { verdict: KeyVerdict }) {
  const { Icon, colour } = verdictLooks[verdict.verdict];
  const isRefused = verdict.verdict === 'refused';
  return (
    <Flex component="span" gap={6} align="flex-start" c={isRefused ? colour : 'var(--text-2)'}>
      <Icon size={14} color={colour} style={{ marginTop: 1 }} />
      <span>
        {verdict.message} <span dir="auto">{serviceAnswered(verdict)}</span>
      </span>
    </Flex>
  );
}

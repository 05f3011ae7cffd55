/** *Ask the service*: how the last reading of its own description went. */
import { Text, Button } from '@mantine/core';
import { FileQuestionMark, FileText, FileWarning } from 'lucide-react';
import { assertNever } from '#shared/assert-never.ts';
import type { ServiceProfile } from '#shared/contract/description.ts';
import { QuietButton } from '../../components/buttons.tsx';
import { Card, CardRow, Section } from '../../components/page/Page.tsx';
import { ActionProblem } from '../../components/problems/ProblemCard.tsx';
import { clockTime, countOf, dayInWords } from '../../components/words.ts';
import { useAction, useMinute } from '../../components/hooks.ts';
import { askService, forgetDescription } from '../../state/description.ts';
import { summaryOf } from './profile-words.ts';

export function DescriptionSection({ serviceProfile }: { serviceProfile: ServiceProfile }) {
  const { state, description } = serviceProfile;
  const asking = useAction();
  const { busy } = asking;
  return (
    <Section title="What the service says of itself">
      <Card>
        <CardRow
          icon={iconOf(serviceProfile)}
          title={<span dir="auto">{titleOf(serviceProfile)}</span>}
          detail={<Detail serviceProfile={serviceProfile} />}
          actions={
            <>
              {description !== null && (
                <QuietButton disabled={busy} onClick={() => asking.run(forgetDescription)}>
                  Forget
                </QuietButton>
              )}
              <Button
                size="xs"
                variant={description === null ? 'filled' : 'default'}
                loading={busy || state.kind === 'asking'}
                onClick={() => asking.run(askService)}
              >
                {description === null ? 'Ask the service' : 'Ask again'}
              </Button>
            </>
          }
        />
      </Card>
      {/* Always present, so that screen readers announce what appears in it. */}
      <Text
        component="output"
        inherit
        display="block"
        pt={8}
        c="var(--text-2)"
        aria-label="Assumptions in short"
      >
        {summaryOf(serviceProfile)}
      </Text>
      <ActionProblem action={asking} />
    </Section>
  );
}

function iconOf({ state, description }: ServiceProfile) {
  if (state.kind === 'failed') return <FileWarning />;
  return description === null ? <FileQuestionMark /> : <FileText />;
}

function titleOf({ state, description }: ServiceProfile): string {
  if (description !== null) return `${description.title} ${description.version}`.trim();
  switch (state.kind) {
    case 'failed':
      return 'No description could be read';
    case 'asking':
      return 'Asking…';
    case 'neverAsked':
    case 'read':
      return 'Not asked yet';
    default:
      return assertNever(state);
  }
}

function Detail({ serviceProfile: { state, description } }: { serviceProfile: ServiceProfile }) {
  const now = new Date(useMinute());
  const moment = (at: string): string => {
    const date = new Date(at);
    return date.toDateString() === now.toDateString()
      ? `at ${clockTime(date)}`
      : `on ${dayInWords(date, now)}`;
  };
  return (
    <>
      {state.kind === 'failed' && (
        <Text inherit role="note" c="var(--warn)">
          {state.message}{' '}
          {description === null ? 'Nothing has changed.' : 'What was read before still applies.'}
        </Text>
      )}
      {description === null ? (
        <p>
          Services of this kind describe themselves at /openapi.json. Asking sends no key and costs
          nothing.
        </p>
      ) : (
        <p>
          Read {moment(description.at)} from {description.source}:{' '}
          {countOf(description.paths, 'path')}.
        </p>
      )}
    </>
  );
}

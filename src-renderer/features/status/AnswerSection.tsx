/** A page read from the service as a section: readable, as tree and as it came, with what went wrong. */
import { SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { JsonTables } from '../../components/json/JsonTables.tsx';
import { JsonTree } from '../../components/json/JsonTree.tsx';
import { RawText } from '../../components/json/RawText.tsx';
import { Section } from '../../components/page/Page.tsx';
import { useServicePage } from '../../state/service-pages.ts';
import { PagePart, ReadAgain } from './PagePart.tsx';

const views = ['Readable', 'Tree', 'Raw'] as const;
type View = (typeof views)[number];

interface AnswerSectionProps {
  page: ServicePage;
  title: string;
  /** A better form than tables of whatever comes; null where it can't be told. */
  readable?: (answer: ServiceAnswer) => ReactNode | null;
  /** What that is called. */
  readableName?: string;
  /** Beside the title: reads it again. */
  againLabel?: string;
  /** Opens the way to another sign-in; Account unless given. */
  onCredential?: () => void;
  credentialLabel?: string;
}

export function AnswerSection({
  page,
  title,
  readable,
  readableName = 'Table',
  againLabel,
  onCredential,
  credentialLabel,
}: AnswerSectionProps) {
  const state = useServicePage(page);
  const { answer } = state;
  const [view, setView] = useState<View>('Readable');
  const own = answer === null ? null : (readable?.(answer) ?? null);
  const offered = views.filter(
    (one) => one === 'Raw' || answer?.isJson === true || (one === 'Readable' && own !== null),
  );
  const shown = offered.includes(view) ? view : 'Raw';
  const name = own === null ? 'Table' : readableName;
  return (
    <Section
      title={title}
      actions={
        <>
          {answer !== null && shown === 'Raw' && (
            <CopyButton text={() => answer.text}>Copy</CopyButton>
          )}
          {answer !== null && offered.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={`${title} as`}
              data={offered.map((value) => ({
                value,
                label: value === 'Readable' ? name : value,
              }))}
              value={shown}
              onChange={setView}
            />
          )}
          {againLabel !== undefined && (
            <ReadAgain page={page} label={againLabel} busy={state.busy} />
          )}
        </>
      }
    >
      <PagePart
        page={page}
        state={state}
        {...(onCredential === undefined ? {} : { onCredential })}
        {...(credentialLabel === undefined ? {} : { credentialLabel })}
      >
        {answer !== null && (
          <>
            {shown === 'Readable' && (own ?? <JsonTables value={answer.value} />)}
            {shown === 'Tree' && <JsonTree value={answer.value} />}
            {shown === 'Raw' && <RawText answer={answer} label={`${title} as it came`} />}
          </>
        )}
      </PagePart>
    </Section>
  );
}

/**
 * The service profile: everything assumed about the service, its own description and when it was last
 * read, what is used, and the corrections as a small file for colleagues.
 */
import { Box, Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FileQuestionMark, FileText, FileWarning, Share2 } from 'lucide-react';
import type { ImportedProfile, ServiceProfile } from '#shared/contract/description.ts';
import {
  BackLink,
  Card,
  CardRow,
  Page,
  PageHint,
  RowList,
  Section,
} from '#renderer/components/page/Page.tsx';
import { FileButton, QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { ActionProblem, ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { saveFile } from '#renderer/state/exports.ts';
import { useProfileId, useSnapshot } from '#renderer/state/app.ts';
import { act } from '#renderer/state/act.ts';
import {
  importProfile,
  readServiceProfile,
  useServiceProfile,
} from '#renderer/state/description.ts';
import { countOf, momentInWords } from '#renderer/components/words.ts';
import { useAction } from '#renderer/components/hooks.ts';
import { useMinute } from '#renderer/state/time.ts';
import { DialogNews, Dialog, DialogForm, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { openQuestion } from '../explore/form-view.ts';
import { Aside, FactSections, summaryOf } from './facts.tsx';

export function ServiceProfilePage() {
  const profileId = useProfileId();
  const label = useSnapshot(({ profile }) => profile?.label ?? '');
  const { serviceProfile, problem } = useServiceProfile();
  useEffect(() => void readServiceProfile(profileId), [profileId]);

  return (
    <Page
      title="Service profile"
      back={<BackLink page="settings">Settings</BackLink>}
      aside={<PageHint>{label}</PageHint>}
    >
      {problem !== null && <ProblemText problem={problem} />}
      {serviceProfile !== null && (
        <>
          <Text c="var(--text-2)" maw={680}>
            This page is for services that answer differently from what this program expects. The
            service’s documentation leaves some names and addresses open, so the program assumes
            them. The service can confirm or correct them itself, and you can enter your own. As
            long as your questions are answered, there is nothing to do here.
          </Text>
          <DescriptionSection serviceProfile={serviceProfile} />
          <FactSections serviceProfile={serviceProfile} />
          {serviceProfile.discovered.length > 0 && (
            <DiscoveredSection discovered={serviceProfile.discovered} />
          )}
          <ShareSection corrections={serviceProfile.corrections} />
        </>
      )}
    </Page>
  );
}

function DescriptionSection({ serviceProfile }: { serviceProfile: ServiceProfile }) {
  const { state, description } = serviceProfile;
  const asking = useAction();
  const { busy } = asking;
  return (
    <Section title="What the service says about itself">
      <Card>
        <CardRow
          icon={iconOf(serviceProfile)}
          title={<span dir="auto">{titleOf(serviceProfile)}</span>}
          detail={<Detail serviceProfile={serviceProfile} />}
          actions={
            <>
              {description !== null && (
                <QuietButton
                  disabled={busy}
                  onClick={() => asking.run(() => act('description.forget', {}))}
                >
                  Forget
                </QuietButton>
              )}
              <Button
                size="xs"
                variant={description === null ? 'filled' : 'default'}
                loading={busy || state.kind === 'asking'}
                onClick={() => asking.run(() => act('description.ask', {}))}
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
  if (state.kind === 'failed') return 'No description could be read';
  return state.kind === 'asking' ? 'Asking…' : 'Not asked yet';
}

function Detail({ serviceProfile: { state, description } }: { serviceProfile: ServiceProfile }) {
  const now = new Date(useMinute());
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
          Read {momentInWords(new Date(description.at), now)} from {description.source}:{' '}
          {countOf(description.paths, 'path')}.
        </p>
      )}
    </>
  );
}

/** A profile has a few kilobytes; a longer file is truncated and therefore refused. */
const longestFile = 2_000_000;

function ShareSection({ corrections }: { corrections: number }) {
  const sharing = useAction();
  const [imported, setImported] = useState<ImportedProfile | null>(null);
  const [isResetting, setResetting] = useState(false);

  const take = async (file: File) => {
    const text = (await file.slice(0, longestFile * 4).text()).slice(0, longestFile);
    const result = await importProfile(text);
    setImported(result.ok ? result.value : null);
    return result.ok ? null : result.error;
  };
  return (
    <Section title="Your corrections">
      <Card>
        <CardRow
          icon={<Share2 />}
          title={corrections === 0 ? 'No corrections yet' : countOf(corrections, 'correction')}
          detail="A small file with your corrections, for colleagues who use the same service. It contains no key."
          actions={
            <>
              {corrections > 0 && (
                <QuietButton onClick={() => setResetting(true)}>Reset all…</QuietButton>
              )}
              <FileButton
                accept=".json"
                onChange={(file) => file !== null && sharing.run(() => take(file))}
              >
                {(props) => <SmallButton {...props}>Import profile…</SmallButton>}
              </FileButton>
              <SmallButton
                disabled={corrections === 0}
                onClick={() => sharing.run(() => saveAndReport(saveFile({ of: 'corrections' })))}
              >
                Export profile…
              </SmallButton>
            </>
          }
        />
      </Card>
      <ActionProblem action={sharing} />
      <DialogOf of={imported} onClose={() => setImported(null)} title="Service profile">
        {(file) => <Imported {...file} />}
      </DialogOf>
      <Dialog
        opened={isResetting}
        onClose={() => setResetting(false)}
        title={`Reset ${countOf(corrections, 'correction')}?`}
      >
        <DialogForm
          submit="Reset all"
          focus="submit"
          act={() => {
            sharing.run(() => act('correction.reset', { id: null }));
            return null;
          }}
        >
          <p>Without your corrections, what the service says applies, or else our assumption.</p>
        </DialogForm>
      </Dialog>
    </Section>
  );
}

const Imported = ({ taken, notices }: ImportedProfile) => (
  <DialogNews close="Done">
    <p>{countOf(taken, 'correction')} from the file applied.</p>
    {notices.length > 0 && (
      <Text component="ul" mah={300} c="var(--text-2)" style={{ overflow: 'auto' }}>
        {notices.slice(0, 50).map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </Text>
    )}
  </DialogNews>
);

/** A description may contain very many; all are in the sidebar. */
const mostDiscovered = 200;

/** Questions that only the service's description has. */
const DiscoveredSection = ({ discovered }: Pick<ServiceProfile, 'discovered'>) => (
  <Section title="Discovered questions">
    <Text inherit mb={8} c="var(--text-2)">
      Only the service’s own description has these. They are in the sidebar too, marked
      “discovered”.
    </Text>
    <RowList>
      {discovered.slice(0, mostDiscovered).map(({ path, title, platform, endpointId, leftOut }) => (
        <Group key={path} component="li" gap={12} wrap="nowrap" px={14} py={8}>
          <PlatformIcon platform={platform} />
          <Box component="span" display="grid" flex={1} miw={0} data-breaks>
            <span dir="auto">{title}</span>
            <Text component="code" fz={12} lh="18px" c="dimmed" dir="ltr">
              {path}
            </Text>
            {leftOut !== null && <Aside>{leftOut}</Aside>}
          </Box>
          {endpointId !== null && (
            <SmallButton aria-label={`Open ${title}`} onClick={() => openQuestion(endpointId)}>
              Open
            </SmallButton>
          )}
        </Group>
      ))}
    </RowList>
    {discovered.length > mostDiscovered && (
      <Text size="xs" c="dimmed">
        The sidebar has {discovered.length - mostDiscovered} more.
      </Text>
    )}
  </Section>
);

/** The person's settings: saved immediately, each section with a button that resets it. */
import { Box, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isSampleProfile } from '#shared/service/profile.ts';
import { type Background, defaultPreferences } from '#shared/contract/snapshot.ts';
import { platforms, type Platform } from '#shared/catalogue/types.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { Card, CardRow, Footnote, Page, Section } from '#renderer/components/page/Page.tsx';
import { bytesInWords, keyNames } from '#renderer/components/words.ts';
import { showPage, useApp, useSnapshot, without } from '#renderer/state/app.ts';
import { emptyMediaCache, useMediaCache } from '#renderer/state/media.ts';
import { act } from '#renderer/state/act.ts';
import { afterPress, useAction } from '#renderer/components/hooks.ts';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { ProjectSection } from '../projects/ProjectsDialog.tsx';
import {
  ChoiceRow,
  NumberSetting,
  readCeiling,
  readMegabytes,
  readPrice,
  readTimeout,
  SettingsSection,
  type Save,
} from './setting-rows.tsx';

export const SettingsPage = () => (
  <Page title="Settings">
    <ServiceLink />
    <ProjectSection />
    <RequestsSection />
    <SpendingSection />
    <PricesSection />
    <ResultsSection />
    <AppearanceSection />
    <BackgroundSection />
    <ComputerSection />
  </Page>
);

const ctrl = keyNames('Ctrl+').replace('+', '');
/** Both hosts support these keys for the whole window. */
const sizeWords = `${ctrl} and + make everything larger, ${ctrl} and − smaller, ${ctrl} and 0 resets it.`;

const AppearanceSection = () => (
  <SettingsSection title="Appearance" keys={['theme']}>
    {({ theme }, save) => (
      <>
        <ChoiceRow
          title="Theme"
          detail="“System” follows your computer, even when it switches at night."
          choices={{ system: 'System', light: 'Light', dark: 'Dark' }}
          value={theme}
          onChange={(next) => save({ theme: next })}
        />
        <CardRow title="Text size" detail={sizeWords} />
      </>
    )}
  </SettingsSection>
);

const offOrOn = { off: 'Off', on: 'On' };

/** Running without a window, where the host can do that. */
function BackgroundSection() {
  const background = useSnapshot((snapshot) => snapshot.background);
  const changing = useAction();
  if (background === null) return null;
  const { keepsRunning, startsAtLogin } = background;
  const save = (change: Partial<Background>) =>
    changing.run(() => act('background.save', { ...background, ...change }));
  return (
    <Section title="Without a window">
      <Card>
        <ChoiceRow
          title="Keep running in the tray"
          detail="An icon keeps the program running when you close its window, so that repeats run. It opens the window, and quits. If your desktop shows no tray icons, start the program again to see its window."
          choices={offOrOn}
          value={keepsRunning ? 'on' : 'off'}
          onChange={(next) => save({ keepsRunning: next === 'on' })}
        />
        {startsAtLogin !== null && (
          <ChoiceRow
            title="Start when you sign in"
            detail="Without its window if it keeps running in the tray."
            choices={offOrOn}
            value={startsAtLogin ? 'on' : 'off'}
            onChange={(next) => save({ startsAtLogin: next === 'on' })}
          />
        )}
      </Card>
      <ActionProblem action={changing} />
    </Section>
  );
}

/** The data folder on this computer, and the program's version. */
function ComputerSection() {
  const { dataFolder, version } = useSnapshot((snapshot) => snapshot);
  return (
    <Section title="This computer">
      <Card>
        <CardRow
          title="Data folder"
          detail={
            <>
              <p>Everything you get is kept there, with your tabs and settings.</p>
              <Text inherit mt={2} ff="monospace" c="var(--text-2)">
                {dataFolder}
              </Text>
            </>
          }
          actions={
            <CopyButton text={() => dataFolder} variant="default">
              Copy path
            </CopyButton>
          }
        />
        <CardRow title="Social Data Explorer" detail={`Version ${version}`} />
      </Card>
    </Section>
  );
}

/** The current service, which is chosen in Account with its key. */
function ServiceLink() {
  const profile = useSnapshot((snapshot) => snapshot.profile);
  const isSample = isSampleProfile(profile);
  return (
    <Section title="Service">
      <Card>
        <CardRow
          title={isSample ? profile?.label : profile?.address}
          detail={
            isSample
              ? 'Made-up data inside this program. Account connects you to a service.'
              : 'All questions go there. Its address and its key are changed in Account.'
          }
          actions={<SmallButton onClick={() => showPage('account')}>Open Account</SmallButton>}
        />
        <CardRow
          title="Service profile"
          detail="Names and addresses that the service’s documentation leaves open: ask the service, correct them, share them."
          actions={
            <SmallButton onClick={() => showPage('service-profile')}>
              Open service profile
            </SmallButton>
          }
        />
      </Card>
    </Section>
  );
}

/** How values are displayed in tables and details. */
function ResultsSection() {
  const own = useApp(({ localZone }) => localZone);
  return (
    <SettingsSection
      title="Results"
      keys={['timeZone', 'fieldNames', 'loadsMedia', 'mediaMegabytes']}
    >
      {({ timeZone, fieldNames, loadsMedia, mediaMegabytes }, save) => (
        <>
          <ChoiceRow
            title="Dates and times"
            detail={
              'The time zone in which dates in the data are shown. For files, you choose when you save.' +
              (own.isNamed
                ? ''
                : ` This computer’s time zone isn’t known by its name, so local time is ${own.name}.`)
            }
            choices={{ local: 'Local time', utc: 'UTC' }}
            value={timeZone}
            onChange={(next) => save({ timeZone: next })}
          />
          <ChoiceRow
            title="The service’s own names of columns"
            detail="Such as “likeCount” beside “Likes”, for code and documentation. Searching for a column finds both."
            choices={{ off: 'Hide', on: 'Show' }}
            value={fieldNames ? 'on' : 'off'}
            onChange={(next) => save({ fieldNames: next === 'on' })}
          />
          <ChoiceRow
            title="Pictures and videos"
            detail="Shown beside the rows that link to them. Their sites then learn what you look at, and from where; they never get your key. Loading them makes no calls."
            choices={{ off: 'Don’t load', on: 'Load' }}
            value={loadsMedia ? 'on' : 'off'}
            onChange={(next) => save({ loadsMedia: next === 'on' })}
          />
          <MediaCacheRow
            limit={mediaMegabytes}
            onSave={(limit) => save({ mediaMegabytes: limit ?? defaultPreferences.mediaMegabytes })}
          />
        </>
      )}
    </SettingsSection>
  );
}

interface MediaCacheRowProps {
  /** In MB. */
  limit: number;
  onSave: (limit: number | null) => void;
}

/** How much room loaded pictures and videos take, and may take. */
function MediaCacheRow({ limit, onSave }: MediaCacheRowProps) {
  const { value: cache, again } = useMediaCache();
  const emptying = useAction();
  return (
    <>
      <CardRow
        title="Loaded pictures and videos"
        detail={
          cache === null
            ? null
            : `${bytesInWords(cache.bytes)} on this computer. Beyond the limit, those you looked at longest ago are deleted.`
        }
        actions={
          <Group gap={8} wrap="nowrap">
            <SmallButton
              aria-label="Empty: delete loaded pictures and videos"
              disabled={emptying.busy || cache === null || cache.bytes === 0}
              onClick={() => emptying.run(emptyMediaCache, again)}
            >
              Empty
            </SmallButton>
            <NumberSetting
              label="Most megabytes of pictures and videos"
              value={limit}
              read={readMegabytes}
              onSave={onSave}
              unit="MB"
            />
          </Group>
        }
      />
      <ActionProblem action={emptying} />
    </>
  );
}

// Sections about requests: how they are sent, how many calls are made before the program asks, and the
// cost of a call.

/** How long to wait for an answer, and how often to retry. */
const RequestsSection = () => (
  <SettingsSection title="Requests" keys={['timeoutSeconds', 'retries']}>
    {({ timeoutSeconds, retries }, save) => (
      <>
        <CardRow
          title="Wait for an answer"
          detail={
            timeoutSeconds < longestAnswerSeconds
              ? `Answers can take up to ${longestAnswerSeconds} seconds: with less, you may lose an answer you paid for.`
              : 'After this time, the request is abandoned and not retried: it may have been counted.'
          }
          actions={
            <NumberSetting
              label="Seconds to wait for an answer"
              value={timeoutSeconds}
              read={readTimeout}
              onSave={(value) =>
                save({ timeoutSeconds: value ?? defaultPreferences.timeoutSeconds })
              }
              unit="s"
            />
          }
        />
        <ChoiceRow
          title="Retry automatically"
          detail="When nothing was sent, or the service was busy. Every attempt that is sent counts as a call."
          choices={{ '0': 'Never', '1': 'Once', '2': 'Twice' }}
          value={retryKeys[retries] ?? '2'}
          onChange={(next) => save({ retries: Number(next) })}
        />
      </>
    )}
  </SettingsSection>
);

const retryKeys = ['0', '1', '2'] as const;

/** How many calls are made before the program asks. */
const SpendingSection = () => (
  <SettingsSection title="Spending limits" keys={['ceilings']}>
    {({ ceilings }, save) => (
      <>
        <CeilingRow
          title="Calls per run"
          detail="A run pauses there, keeps what it has, and asks before it continues, unless you said how many rows or pages to get."
          value={ceilings.run}
          onSave={(run) => save({ ceilings: { run } })}
        />
        <CeilingRow
          title="Calls per day"
          detail="All runs of this service in this project together, from midnight to midnight. Each project has its own limit."
          value={ceilings.day}
          onSave={(day) => save({ ceilings: { day } })}
        />
      </>
    )}
  </SettingsSection>
);

interface CeilingRowProps {
  title: string;
  detail: string;
  value: number | null;
  onSave: (value: number | null) => void;
}

const CeilingRow = ({ title, detail, ...setting }: CeilingRowProps) => (
  <CardRow
    {...{ title, detail }}
    actions={<NumberSetting label={title} read={readCeiling} placeholder="None" {...setting} />}
  />
);

/** Returns the prices at the time of saving, since several may be changed in quick succession. */
const pricesNow = () => useApp.getState().snapshot?.preferences.prices ?? defaultPreferences.prices;

/** Prices per call, if the person enters them, which turn counts into estimates. */
const PricesSection = () => (
  <SettingsSection
    title="Prices per call"
    keys={['prices']}
    footnote={
      <Footnote>
        If you enter them, costs are estimated before you ask and in Account. The service doesn’t
        publish prices, so its bill may differ.
      </Footnote>
    }
  >
    {({ prices }, save) => (
      <SimpleGrid cols={5} spacing={12} p="12px 14px 14px">
        <CurrencySetting currency={prices.currency} save={save} />
        {platforms.map((platform) => (
          <PriceSetting
            key={platform}
            {...{ platform, save }}
            price={prices.perCall[platform] ?? null}
          />
        ))}
      </SimpleGrid>
    )}
  </SettingsSection>
);

function CurrencySetting({ currency, save }: { currency: string; save: Save }) {
  const [typed, setTyped] = useState(currency);
  const [shown, setShown] = useState(currency);
  if (shown !== currency) {
    setShown(currency);
    setTyped(currency);
  }
  const text = typed.trim();
  const keep = (): void => {
    if (text !== '' && text !== currency) save({ prices: { ...pricesNow(), currency: text } });
  };
  return (
    <Box miw={0}>
      <PriceName>Currency</PriceName>
      <TextInput
        aria-label="Currency"
        maxLength={10}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => afterPress(keep)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
        }}
        error={text === '' ? 'Enter a currency such as EUR.' : undefined}
      />
    </Box>
  );
}

interface PriceSettingProps {
  platform: Platform;
  price: number | null;
  save: Save;
}

function PriceSetting({ platform, price, save }: PriceSettingProps) {
  const keep = (value: number | null): void => {
    const { currency, perCall } = pricesNow();
    const others = without(perCall, platform);
    save({
      prices: { currency, perCall: value === null ? others : { ...others, [platform]: value } },
    });
  };
  return (
    <Box miw={0}>
      <PriceName>
        <PlatformIcon platform={platform} size={14} />
        {platformNames[platform]}
      </PriceName>
      <NumberSetting
        label={`Price of a ${platformNames[platform]} call`}
        value={price}
        read={readPrice}
        onSave={keep}
        placeholder="None"
        isFilling
      />
    </Box>
  );
}

/** Label above its field; hidden from screen readers, since the field has its own. */
const PriceName = (props: { children: ReactNode }) => (
  <Group component="span" gap={6} mb={4} fz={12} fw={500} lh="16px" aria-hidden {...props} />
);

/** Seen at services of this kind; the specification says nothing about it. */
const longestAnswerSeconds = 120;

/**
 * Sections about requests: how they are sent, how many calls are made before the program asks, and the
 * cost of a call.
 */
import { Box, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { platforms, type Platform } from '#shared/catalogue/types.ts';
import { afterPress } from '#renderer/components/hooks.ts';
import { CardRow, Footnote } from '#renderer/components/page/Page.tsx';
import { useApp, without } from '#renderer/state/app.ts';
import {
  longestAnswerSeconds,
  NumberSetting,
  readCeiling,
  readTimeout,
  readPrice,
  ChoiceRow,
  type Save,
  SettingsSection,
} from './SettingsSection.tsx';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import classes from './SettingsPage.module.css';

/** How long to wait for an answer, and how often to retry. */
export function RequestsSection() {
  return (
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
}

const retryKeys = ['0', '1', '2'] as const;

/** How many calls are made before the program asks. */
export function SpendingSection() {
  return (
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
}

interface CeilingRowProps {
  title: string;
  detail: string;
  value: number | null;
  onSave: (value: number | null) => void;
}

const CeilingRow = ({ title, detail, ...setting }: CeilingRowProps) => (
  <CardRow
    title={title}
    detail={detail}
    actions={<NumberSetting label={title} read={readCeiling} placeholder="None" {...setting} />}
  />
);

/** Returns the prices at the time of saving, since several may be changed in quick succession. */
const pricesNow = () => useApp.getState().snapshot?.preferences.prices ?? defaultPreferences.prices;

/** Prices per call, if the person enters them, which turn counts into estimates. */
export function PricesSection() {
  return (
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
        <div className={classes.prices}>
          <CurrencySetting currency={prices.currency} save={save} />
          {platforms.map((platform) => (
            <PriceSetting
              key={platform}
              platform={platform}
              price={prices.perCall[platform] ?? null}
              save={save}
            />
          ))}
        </div>
      )}
    </SettingsSection>
  );
}

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

import { Box, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { platforms, type Platform } from '#shared/catalogue/types.ts';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { Footnote } from '../../components/page/Page.tsx';
import { PlatformIcon, platformNames } from '../../components/platforms.tsx';
import { useApp, without } from '../../state/app.ts';
import { NumberSetting, readPrice } from './NumberSetting.tsx';
import classes from './SettingsPage.module.css';
import { type Save, SettingsSection } from './SettingsSection.tsx';

/** Prices at the moment they are saved: several may be changed in a moment. */
const pricesNow = () => useApp.getState().snapshot?.preferences.prices ?? usualPreferences.prices;

/** What a call costs, if the person says so: then counts become estimates. */
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
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
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

/** Above its box, which says it too. */
const PriceName = (props: { children: ReactNode }) => (
  <Group component="span" gap={6} mb={4} fz={12} fw={500} lh="16px" aria-hidden {...props} />
);

import { Box, TextInput } from '@mantine/core';
import { useState } from 'react';
import { platforms, type Platform } from '#shared/catalogue/types.ts';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { Card, Footnote } from '../../components/page/Page.tsx';
import { PlatformIcon, platformNames } from '../../components/platforms.tsx';
import { useApp, useSnapshot } from '../../state/app.ts';
import { NumberSetting, readPrice } from './NumberSetting.tsx';
import classes from './SettingsPage.module.css';
import { type Saving, SettingsSection, useSaving } from './SettingsSection.tsx';

/** Prices at the moment they are saved: several may be changed in a moment. */
const pricesNow = () => useApp.getState().snapshot?.preferences.prices ?? usualPreferences.prices;

/** What a call costs, if the person says so: then counts become estimates. */
export function PricesSection() {
  const prices = useSnapshot(({ preferences }) => preferences.prices);
  const saving = useSaving();
  const usual = usualPreferences.prices;
  const isDefault = prices.currency === usual.currency && Object.keys(prices.perCall).length === 0;
  return (
    <SettingsSection
      title="Prices per call"
      saving={saving}
      isDefault={isDefault}
      onReset={() => saving.save({ prices: usual })}
    >
      <Card>
        <div className={classes.prices}>
          <CurrencySetting currency={prices.currency} save={saving.save} />
          {platforms.map((platform) => (
            <PriceSetting
              key={platform}
              platform={platform}
              price={prices.perCall[platform] ?? null}
              save={saving.save}
            />
          ))}
        </div>
      </Card>
      <Footnote>
        If you enter them, costs are estimated before you ask and in Account. The service doesn’t
        publish prices, so its bill may differ.
      </Footnote>
    </SettingsSection>
  );
}

function CurrencySetting({ currency, save }: { currency: string; save: Saving['save'] }) {
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
      <span className={classes.priceName} aria-hidden>
        Currency
      </span>
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

function PriceSetting({
  platform,
  price,
  save,
}: {
  platform: Platform;
  price: number | null;
  save: Saving['save'];
}) {
  const [keep] = useState(() => (value: number | null): void => {
    const { currency, perCall } = pricesNow();
    const { [platform]: _before, ...others } = perCall;
    const next = value === null ? others : { ...others, [platform]: value };
    save({ prices: { currency, perCall: next } });
  });
  return (
    <Box miw={0}>
      <span className={classes.priceName} aria-hidden>
        <PlatformIcon platform={platform} size={14} />
        {platformNames[platform]}
      </span>
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

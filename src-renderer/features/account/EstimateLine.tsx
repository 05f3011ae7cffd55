import type { CallsByPlatform } from '#shared/contract/calls.ts';
import { platformNames } from '../../components/platforms.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { moneyInWords } from '../../components/words.ts';
import { showPage, useIsSample, useSnapshot } from '../../state/app.ts';
import { estimateOf } from './call-bars.ts';
import classes from './CallsSection.module.css';

/** What the calls may have cost, by the person's own prices; the sample service costs nothing. */
export function EstimateLine({ calls, words }: { calls: CallsByPlatform; words: string }) {
  const isSample = useIsSample();
  const { currency, perCall } = useSnapshot(({ preferences }) => preferences.prices);
  if (isSample) return null;
  const estimate = estimateOf(calls, perCall);
  const hasPrices = Object.keys(perCall).length > 0;
  return (
    <p className={classes.estimate}>
      {estimate !== null && (
        <>
          <span className={classes.tag}>Estimate</span>
          <strong>{moneyInWords(estimate.amount, currency)}</strong> {words}, by your prices
          {estimate.unpriced.length > 0 &&
            ` (none is set for ${estimate.unpriced.map((one) => platformNames[one]).join(', ')})`}
          .{' '}
        </>
      )}
      {estimate === null && !hasPrices && 'With prices per call, estimates appear here. '}
      <TextLink onClick={() => showPage('settings')}>
        {hasPrices ? 'Change prices' : 'Set prices'}
      </TextLink>
    </p>
  );
}

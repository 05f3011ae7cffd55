/** *Copy as*: the same request as a command or a few lines of code, without the key. */
import { Button, Textarea } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { codeSample, sampleLanguages } from '#shared/query/code-samples.ts';
import type { SampleLanguage } from '#shared/query/code-samples.ts';
import type { ServiceRequest } from '#shared/query/request.ts';
import { copyText } from '../../../components/copy-text.ts';
import classes from './request.module.css';

type Outcome = { kind: 'copied' | 'failed'; language: SampleLanguage } | null;

const confirmedForMs = 2500;

export function CopyAs({ address, request }: { address: string; request: ServiceRequest }) {
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    if (outcome?.kind !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome(null), confirmedForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = (language: SampleLanguage) => {
    const isCopied = copyText(codeSample(language, address, request));
    setOutcome({ kind: isCopied ? 'copied' : 'failed', language });
  };
  return (
    <>
      <div className={classes.copy}>
        <span className={classes.copyLabel}>Copy as</span>
        {sampleLanguages.map((language) => {
          const isCopied = outcome?.kind === 'copied' && outcome.language === language;
          const Icon = isCopied ? Check : Copy;
          return (
            <Button
              key={language}
              variant="default"
              size="xs"
              aria-label={`Copy as ${language}`}
              leftSection={<Icon size={14} strokeWidth={1.75} aria-hidden />}
              onClick={() => copy(language)}
            >
              {language}
            </Button>
          );
        })}
        <span className={classes.confirmation} aria-live="polite">
          {outcome?.kind === 'copied' &&
            `Copied as ${outcome.language}. Your key is not in it: it reads SOCIAL_DATA_API_KEY.`}
        </span>
      </div>
      {outcome?.kind === 'failed' && (
        <Textarea
          className={classes.byHand}
          label="Copying was refused. Select this and copy it yourself:"
          value={codeSample(outcome.language, address, request)}
          readOnly
          autosize
          maxRows={8}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}

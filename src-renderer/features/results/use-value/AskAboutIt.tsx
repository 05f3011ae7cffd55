import { Button } from '@mantine/core';
import { questionsAbout, type UseSource } from '#shared/query/use-value.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { openUse } from './open-use.ts';
import classes from './UseValue.module.css';

/** The questions that can be asked about the item itself, one click each. */
export function AskAboutIt({ source }: { source: UseSource }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const uses = questionsAbout(catalogue, source);
  if (uses.length === 0) return null;
  return (
    <section aria-label="Ask about it" className={classes.ask}>
      <span aria-hidden className={classes.askLabel}>
        Ask about it
      </span>
      {uses.map((use) => (
        <Button
          key={use.endpoint.id}
          size="xs"
          variant="default"
          title={use.endpoint.title}
          onClick={() => openUse(use)}
        >
          {use.endpoint.noun}
        </Button>
      ))}
    </section>
  );
}

import { Button } from '@mantine/core';
import type { ServiceProfile } from '#shared/contract/description.ts';
import { Section } from '../../components/page/Page.tsx';
import { RowList } from '../../components/page/RowList.tsx';
import { PlatformIcon } from '../../components/platforms.tsx';
import { openQuestion } from '../shell/open-question.ts';
import classes from './ServiceProfile.module.css';

/** A description may name a million; those beyond are found in the sidebar. */
const mostShown = 200;

/** Questions that only the service's description has. */
export function DiscoveredSection({ discovered }: Pick<ServiceProfile, 'discovered'>) {
  return (
    <Section title="Discovered questions">
      <p className={classes.lead}>
        Only the service’s own description has these. They are in the sidebar too, marked
        “discovered”.
      </p>
      <RowList>
        {discovered.slice(0, mostShown).map(({ path, title, platform, endpointId, leftOut }) => (
          <li key={path} className={classes.discovered}>
            <PlatformIcon platform={platform} />
            <span className={classes.discoveredText}>
              <span dir="auto">{title}</span>
              <code dir="ltr">{path}</code>
              {leftOut !== null && <span className={classes.reason}>{leftOut}</span>}
            </span>
            {endpointId !== null && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Open ${title}`}
                onClick={() => openQuestion(endpointId)}
              >
                Open
              </Button>
            )}
          </li>
        ))}
      </RowList>
      {discovered.length > mostShown && (
        <p className={classes.none}>{discovered.length - mostShown} more are in the sidebar.</p>
      )}
    </Section>
  );
}

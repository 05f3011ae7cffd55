/** What the service says that the specification doesn’t: differences and further questions. */
import { Text, Switch } from '@mantine/core';
import type { Difference, ServiceProfile } from '#shared/contract/description.ts';
import { SmallButton } from '../../components/buttons.tsx';
import { RowList, Section } from '../../components/page/Page.tsx';
import { PlatformIcon } from '../../components/platforms.tsx';
import { acceptDifference } from '../../state/description.ts';
import classes from './ServiceProfile.module.css';
import { useAction } from '../../components/hooks.ts';
import { ActionProblem } from '../../components/problems/ProblemCard.tsx';
import { openQuestion } from '../explore/form-view.ts';

/** What is documented and what the service says differently: nothing of it changes by itself. */
export function DifferencesSection({ differences }: { differences: readonly Difference[] }) {
  const accepting = useAction();
  const accept = (id: string, accepted: boolean) =>
    accepting.run(() => acceptDifference(id, accepted));
  return (
    <Section title="Where the service differs from the specification">
      <Text inherit mb={8} c="var(--text-2)">
        The specification applies until you accept what the service says.
      </Text>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Specification</th>
            <th scope="col">The service says</th>
            <th scope="col">Accepted</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((one) => (
            <tr key={one.id} data-fact={one.id}>
              <th scope="row">
                <span className={classes.about}>{one.about}</span>
                <span className={classes.question}>
                  <PlatformIcon platform={one.platform} size={14} />
                  {one.question}
                </span>
              </th>
              <td>
                <Value>{one.documented}</Value>
              </td>
              <td>
                <Value>{one.service}</Value>
                <Text span size="xs" display="block" c="dimmed">
                  {one.reason}
                </Text>
              </td>
              <td>
                {one.acceptable ? (
                  <Switch
                    aria-label={`Accept ${one.about}, ${one.question}`}
                    checked={one.accepted}
                    onChange={(event) => accept(one.id, event.currentTarget.checked)}
                  />
                ) : (
                  <Text span size="xs" display="block" c="dimmed">
                    For reading only.
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ActionProblem action={accepting} />
    </Section>
  );
}

/** A description may name a million; those beyond are found in the sidebar. */
const mostDiscovered = 200;

/** Questions that only the service's description has. */
export function DiscoveredSection({ discovered }: Pick<ServiceProfile, 'discovered'>) {
  return (
    <Section title="Discovered questions">
      <Text inherit mb={8} c="var(--text-2)">
        Only the service’s own description has these. They are in the sidebar too, marked
        “discovered”.
      </Text>
      <RowList>
        {discovered
          .slice(0, mostDiscovered)
          .map(({ path, title, platform, endpointId, leftOut }) => (
            <li key={path} className={classes.discovered}>
              <PlatformIcon platform={platform} />
              <span className={classes.discoveredText}>
                <span dir="auto">{title}</span>
                <code dir="ltr">{path}</code>
                {leftOut !== null && (
                  <Text span size="xs" display="block" c="dimmed">
                    {leftOut}
                  </Text>
                )}
              </span>
              {endpointId !== null && (
                <SmallButton aria-label={`Open ${title}`} onClick={() => openQuestion(endpointId)}>
                  Open
                </SmallButton>
              )}
            </li>
          ))}
      </RowList>
      {discovered.length > mostDiscovered && (
        <Text size="xs" c="dimmed">
          {discovered.length - mostDiscovered} more are in the sidebar.
        </Text>
      )}
    </Section>
  );
}

/** A list longer than this is cut on screen; its whole is where it is edited. */
const mostShown = 120;

/** A name, a path or a list as it is written. */
export function Value({ children }: { children: string }) {
  if (children === '')
    return (
      <Text span size="xs" c="dimmed">
        none
      </Text>
    );
  const rest = children.length - mostShown;
  const names = children.split(',').length;
  return (
    <code
      className={classes.value}
      dir="ltr"
      title={rest > 0 ? children.slice(0, 2000) : undefined}
    >
      {rest > 0 ? `${children.slice(0, mostShown)}…` : children}
      {rest > 0 && names > 3 && (
        <Text span size="xs" c="dimmed">
          {' '}
          {names} names
        </Text>
      )}
    </code>
  );
}

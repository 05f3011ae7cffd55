/** What is documented and what the service says differently: nothing of it changes by itself. */
import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { Difference } from '#shared/contract/description.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { Section } from '../../components/page/Page.tsx';
import { PlatformIcon } from '../../components/platforms.tsx';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import { acceptDifference } from '../../state/description.ts';
import { Value } from './Value.tsx';
import classes from './ServiceProfile.module.css';

export function DifferencesSection({ differences }: { differences: readonly Difference[] }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <Section title="Where the service differs from the specification">
      <p className={classes.lead}>
        The specification stays in force until you accept what the service says.
      </p>
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
                <span className={classes.reason}>{one.reason}</span>
              </td>
              <td>
                {one.acceptable ? (
                  <Switch
                    aria-label={`Accept ${one.about}, ${one.question}`}
                    checked={one.accepted}
                    onChange={(event) =>
                      void acceptDifference(one.id, event.currentTarget.checked).then(setProblem)
                    }
                  />
                ) : (
                  <span className={classes.reason}>For reading only.</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {problem !== null && <ProblemText problem={problem} />}
    </Section>
  );
}

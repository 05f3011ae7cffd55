/** Runs of the same resource that are saved along, in one file. */
import { Checkbox } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Run } from '#shared/contract/run.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { loadHistory, useHistory } from '#renderer/state/history.ts';
import { countOf } from '../../../components/words.ts';
import { Part } from './Part.tsx';
import classes from './SaveDialog.module.css';

/** The contract takes a hundred runs, this one among them. */
const mostOthers = 99;

interface OtherRunsProps {
  run: Run;
  chosen: readonly string[];
  onChange: (runIds: readonly string[]) => void;
}

/** Nothing where there is no other run. */
export function OtherRuns({ run, chosen, onChange }: OtherRunsProps) {
  const others = useOtherRuns(run);
  if (others.length === 0) return null;
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Part
      title="Other runs"
      summary={
        chosen.length === 0 ? 'only this one' : `${countOf(chosen.length, 'other run')} with it`
      }
    >
      <p className={classes.note}>
        They follow one another; a column “run” says which a row is of.
      </p>
      <div className={classes.runs}>
        {others.map(({ id, name, title, rows, createdAt }) => (
          <Checkbox
            key={id}
            label={name ?? title}
            description={`${countOf(rows, 'row')} · ${new Date(createdAt).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}`}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= mostOthers}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
    </Part>
  );
}

function useOtherRuns(run: Run): readonly RunSummary[] {
  const runs = useHistory((state) => state.runs);
  const endpoints = useSnapshot(({ catalogue }) => catalogue.endpoints);
  useEffect(() => {
    void loadHistory();
  }, []);
  return useMemo(() => {
    const resources = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint.resource]));
    return (runs ?? []).filter(
      ({ id, query, rows, condition }) =>
        id !== run.id &&
        rows > 0 &&
        condition !== 'newerVersion' &&
        resources.get(query?.endpointId ?? '') === run.resource,
    );
  }, [runs, endpoints, run.id, run.resource]);
}

/** Where the secret of the pseudonyms is, and how its owner takes it along. */
import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { PseudonymSecret } from '#shared/export/privacy.ts';
import { savePseudonymSecret, secretStatus, takePseudonymSecret } from '#renderer/state/exports.ts';
import { ProblemText } from '../../../components/problems/ProblemCard.tsx';
import classes from './SaveDialog.module.css';

/** Longest file that may hold a secret, in characters. */
const mostCharacters = 10_000;

export function SecretLine() {
  const [secret, setSecret] = useState<PseudonymSecret | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** A secret that was refused because there is another one. */
  const [refused, setRefused] = useState<string | null>(null);

  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      const result = await secretStatus();
      if (isGone) return;
      if (result.ok) setSecret(result.value);
      else setProblem(result.error);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, []);

  const save = async (): Promise<void> => {
    const outcome = await savePseudonymSecret();
    setProblem(outcome.kind === 'problem' ? outcome.problem : null);
    if (outcome.kind === 'saved')
      notifications.show({ message: `Saved the secret to ${outcome.name}` });
  };
  const take = async (text: string, replace: boolean): Promise<void> => {
    const taken = await takePseudonymSecret(text, replace);
    setProblem('problem' in taken ? taken.problem : null);
    setRefused('problem' in taken && !replace && secret?.present === true ? text : null);
    if ('secret' in taken) setSecret(taken.secret);
  };
  const read = async (file: File | null): Promise<void> => {
    if (file !== null)
      await take((await file.slice(0, mostCharacters).text()).slice(0, mostCharacters), false);
  };
  return (
    <div className={classes.secret}>
      {secret !== null && <p className={classes.note}>{secretWords(secret)}</p>}
      <div className={classes.row}>
        <Button size="xs" variant="default" onClick={() => void save()}>
          Save the secret…
        </Button>
        <FileButton onChange={(file) => void read(file)}>
          {(props) => (
            <Button size="xs" variant="default" {...props}>
              Use another secret…
            </Button>
          )}
        </FileButton>
        {refused !== null && (
          <Button size="xs" variant="default" color="red" onClick={() => void take(refused, true)}>
            Replace the secret
          </Button>
        )}
      </div>
      {problem !== null && <ProblemText problem={problem} />}
    </div>
  );
}

const secretWords = ({ place, lasting, fingerprint }: PseudonymSecret): string =>
  [
    lasting
      ? `The secret that makes them is kept in ${place}.`
      : `The secret that makes them is kept in ${place}, until the program ends: save it to get the same pseudonyms again.`,
    'It is in no file you save and never leaves this computer by itself.',
    ...(fingerprint === null ? [] : [`Its fingerprint: ${fingerprint}.`]),
  ].join(' ');

/** The inputs of a list as main tells them, read in pieces as they come into sight. */
import { useEffect, useState } from 'react';
import type { Input, InputsView, RunList } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import { host } from '../host/index.ts';

const pieceSize = 200;

/** Pieces of the list from `first` to `last`. */
export interface Pieces {
  first: number;
  last: number;
}

/** Of the inputs from `first` to `last`; the same object where nothing changed. */
export function piecesOf(first: number, last: number, before: Pieces): Pieces {
  const pieces = { first: Math.floor(first / pieceSize), last: Math.floor(last / pieceSize) };
  return pieces.first === before.first && pieces.last === before.last ? before : pieces;
}

interface Inputs {
  /** Of the view. */
  total: number;
  /** Null until it was read. */
  at: (index: number) => Input | null;
}

/** Inputs of a view; read again as the list continues. */
export function useInputs(run: Run, list: RunList, view: InputsView, seen: Pieces): Inputs {
  const [known, setKnown] = useState<{
    total: number;
    pieces: ReadonlyMap<number, readonly Input[]>;
  }>({ total: list.count, pieces: new Map() });
  const runId = run.id;
  const progress = JSON.stringify([list.statuses, list.current]);

  useEffect(() => {
    let isLatest = true;
    const read = async (): Promise<void> => {
      const pieces = new Map<number, readonly Input[]>();
      let total = 0;
      for (let piece = seen.first; piece <= seen.last; piece++) {
        const offset = piece * pieceSize;
        const result = await host.call('run.inputs', { runId, view, offset, count: pieceSize });
        if (!isLatest || !result.ok) return;
        ({ total } = result.value);
        pieces.set(piece, result.value.inputs);
      }
      setKnown({ total, pieces });
    };
    void read();
    return () => {
      isLatest = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again with each step
  }, [runId, view, seen, progress]);

  return {
    total: known.total,
    at: (index) => known.pieces.get(Math.floor(index / pieceSize))?.[index % pieceSize] ?? null,
  };
}

/** The first rows as they will be written; with privacy, as they were before, too. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ExportPreview } from '#shared/export/export.ts';
import type { ExportChoice } from '#renderer/state/exports.ts';
import { ProblemText } from '../../../components/problems/ProblemCard.tsx';
import { countOf } from '../../../components/words.ts';
import classes from './Preview.module.css';
import { usePreview } from './use-preview.ts';

type Look = 'table' | 'text' | 'before';
const lookLabels: Record<Look, string> = { table: 'Table', text: 'Text', before: 'Before' };

/** `spec` null: pages as they came, of which there is nothing to be shown. */
export function Preview({ spec, name }: { spec: ExportChoice | null; name: string }) {
  const { preview, problem } = usePreview(spec);
  const [wanted, setWanted] = useState<Look>('table');
  const looks = spec === null || preview === null ? [] : looksOf(preview);
  const look = looks.includes(wanted) ? wanted : 'table';
  return (
    <section className={classes.preview} aria-label="Preview">
      <div className={classes.head}>
        <h3 className={classes.title}>Preview</h3>
        <p className={classes.note} aria-live="polite">
          {spec === null || preview === null
            ? ''
            : `${countOf(preview.of, 'row')}, ${countOf(preview.header.length, 'column')} will be written`}
        </p>
        {looks.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Preview as"
            data={looks.map((value) => ({ value, label: lookLabels[value] }))}
            value={look}
            onChange={(value) => setWanted(value)}
          />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <section className={classes.area} aria-label={name} tabIndex={0}>
        {spec === null ? (
          <p className={classes.words}>
            Each line of the file is one page as the service sent it, without its cursor.
          </p>
        ) : problem !== null ? (
          <ProblemText problem={problem} />
        ) : (
          preview !== null && <Look preview={preview} look={look} />
        )}
      </section>
    </section>
  );
}

const looksOf = ({ text, before }: ExportPreview): Look[] => [
  'table',
  ...(text === null ? [] : (['text'] as const)),
  ...(before === null ? [] : (['before'] as const)),
];

function Look({ preview, look }: { preview: ExportPreview; look: Look }) {
  if (look === 'text') {
    return (
      <pre className={classes.text} dir="ltr">
        {preview.text}
      </pre>
    );
  }
  const { header, rows } = look === 'before' && preview.before !== null ? preview.before : preview;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {header.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // Rows of a preview have nothing else to tell them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            {cells.map((text, at) => (
              <td key={header[at]} dir="auto">
                {text?.slice(0, shownCharacters)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A cell of the preview shows the beginning. */
const shownCharacters = 200;

import { Text } from '@mantine/core';
import { CornerDownRight } from 'lucide-react';
import { memberOf, type Resource } from '#shared/catalogue/types.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { Fact, Facts } from '#renderer/components/tables.tsx';
import { Fold } from '#renderer/components/texts.tsx';
import { upperFirst } from '#renderer/components/words.ts';
import { captionOf, wordsIn } from '../row-cards.tsx';
import { useDateLook } from '../values/moments.ts';
import { FullValue } from './FullValue.tsx';
import classes from './Record.module.css';

interface ExtraCardProps {
  /** Name of the member beside the rows: `parent_comment`. */
  name: string;
  value: unknown;
  /** The kind of the rows; a parent comment is one too. */
  resource: Resource | null;
}

/** Data sent besides the rows that is their context, in one line; in full when opened. */
export function ExtraCard({ name, value, resource }: ExtraCardProps) {
  const [dates] = useDateLook();
  const row = extraRow(value);
  const columns = extraColumns(row, resource);
  const { texts, authors, dates: moments } = captionOf(columns, []);
  const [text, ...by] = [texts, authors, moments].map((of) => wordsIn(row, of, dates));
  return (
    <section className={classes.card} aria-label={extraTitle(name)}>
      <Fold
        h={36}
        px="var(--edge)"
        fz={13}
        line={
          <>
            <CornerDownRight />
            <Text span flex="none" c="var(--text-2)">
              {extraTitle(name)}:
            </Text>
            <Text span truncate miw={0} dir="auto">
              {text || 'show its fields'}
            </Text>
            <Text span flex="none" me="auto" c="var(--text-2)">
              {byLine(by)}
            </Text>
          </>
        }
      >
        <Facts names={140} data-scrolls="within" mah={220} p={besideFold}>
          {columns.map((column) => (
            <Fact key={column.field} name={column.label}>
              <FullValue {...{ column, dates }} value={memberOf(row, column.field)} />
            </Fact>
          ))}
        </Facts>
      </Fold>
    </section>
  );
}

/** In line with the words after the fold's own sign. */
const besideFold = '4px var(--edge) 12px calc(var(--edge) + 24px)';

/** Returns "— @author, date", with the parts that are known. */
function byLine(parts: string[]): string {
  const known = parts.filter((part) => part !== '').join(', ');
  return known === '' ? '' : `— ${known}`;
}

const titles: Readonly<Record<string, string>> = { parent_comment: 'Replying to' };

/** Returns "Replying to"; for an unknown name, the name in words. */
export const extraTitle = (name: string): string =>
  memberOf(titles, name) ?? upperFirst(name.replaceAll('_', ' '));

/** Returns its members as a row; an extra that isn't an object is one nameless value. */
export const extraRow = (value: unknown): Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : { Value: value };

export function extraColumns(row: Row, resource: Resource | null): Column[] {
  const known = new Map(resource?.fields.map((field) => [field.name, field]));
  return Object.keys(row).map((field) => {
    const { label = field, meaning = 'text' } = known.get(field) ?? {};
    return { field, label, meaning, type: 'mixed', usual: true };
  });
}

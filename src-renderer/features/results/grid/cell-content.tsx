import type { ReactNode } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import { momentTitle } from '#renderer/components/dates.ts';
import { groupDigits, itemsText, type CellView } from '../values/cell-view.ts';
import type { DateLook } from '../values/moments.ts';
import classes from './Grid.module.css';

/** The content of a cell's element: no further element where possible, for speed. */
export interface CellContent {
  className?: string | undefined;
  dir?: 'auto' | 'ltr';
  title?: string;
  /** Whether it may take more than one line, if rows are that high. */
  wraps?: boolean;
  /** Text nodes only: data from the service is never markup. */
  children: ReactNode;
}

/** `width`: that of the cell, in px. */
export function cellContent(view: CellView, width: number, dates: DateLook): CellContent {
  switch (view.kind) {
    case 'missing':
      return { children: null };
    case 'null':
      return { className: classes.faint, children: '–' };
    case 'emptyText':
      return { className: classes.faint, children: 'empty' };
    case 'boolean':
      return view.value ? { children: 'Yes' } : { className: classes.faint, children: 'No' };
    case 'text':
      return { className: classes.text, dir: 'auto', wraps: true, children: view.text };
    case 'username':
      return { dir: 'ltr', children: view.text };
    case 'id':
      return { className: classes.id, dir: 'ltr', children: view.text };
    case 'number':
      return view.at === null
        ? { children: view.text }
        : { title: momentTitle(view.at, view.text, dates), children: view.text };
    case 'date':
      return {
        className: classes.date,
        title: momentTitle(view.at, view.sent, dates),
        children: view.text,
      };
    case 'link':
      return {
        dir: 'ltr',
        children: (
          <span className={classes.link} data-link={view.address}>
            {view.text}
          </span>
        ),
      };
    case 'tags':
      return { children: <Tags tags={view.tags} count={view.count} width={width} /> };
    case 'items':
      return { className: classes.faint, children: itemsText(view.count) };
    case 'object':
      return { className: classes.json, dir: 'ltr', wraps: true, children: view.text };
    default:
      return assertNever(view);
  }
}

function Tags({ tags, count, width }: { tags: string[]; count: number; width: number }) {
  const shown = tagsThatFit(tags, count, width);
  return (
    <span className={classes.tags}>
      {tags.slice(0, shown).map((tag, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list may hold a value twice
        <span key={index} dir="auto" className={classes.tag}>
          {tag}
        </span>
      ))}
      {count > shown && <span className={classes.more}>+{groupDigits(String(count - shown))}</span>}
    </span>
  );
}

// Estimates of what fits in a cell, in px: measuring would cost a layout per cell.

const padding = 20;
const frame = 18;
const moreWidth = 28;

/** Estimates the width of a text at 12 px: ideographs and emoji are about twice as wide as letters. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 12.5 : 7;
  return width;
}

/** Returns how many of `count` tags are shown in a cell of `width` px; at least one. */
export function tagsThatFit(tags: readonly string[], count: number, width: number): number {
  let left = width - padding;
  for (const [index, tag] of tags.entries()) {
    left -= textWidth(tag) + frame;
    const isLast = index + 1 === count;
    if (left < (isLast ? 0 : moreWidth)) return Math.max(1, index);
  }
  return Math.max(1, tags.length);
}

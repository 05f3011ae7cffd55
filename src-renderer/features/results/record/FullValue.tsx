import { Stack, Text } from '@mantine/core';
import { assertNever } from '#shared/assert-never.ts';
import { momentTitle, offsetText, relativeTime } from '#renderer/components/dates.ts';
import { TextLink } from '#renderer/components/texts.tsx';
import { askToOpen } from '../LinkDialog.tsx';
import { itemsText, linkAddress, valueView, type ValueColumn } from '../values/cell-view.ts';
import { exactJson } from '#renderer/components/json/exact-json.ts';
import type { DateLook } from '../values/moments.ts';
import classes from './Record.module.css';

interface FullValueProps {
  value: unknown;
  column: ValueColumn;
  dates: DateLook;
}

/** A value in full: nothing is cut off, texts keep their lines, nested values are indented. */
export function FullValue({ value, column, dates }: FullValueProps) {
  const view = valueView(value, column, dates.zone);
  switch (view.kind) {
    case 'missing':
    case 'null':
    case 'emptyText':
      return (
        <Text span inherit c="dimmed">
          {view.kind === 'emptyText' ? 'empty' : '–'}
        </Text>
      );
    case 'boolean':
      return view.value ? 'Yes' : 'No';
    case 'number':
      return view.at === null ? (
        view.text
      ) : (
        <span title={momentTitle(view.at, view.text, dates)}>{view.text}</span>
      );
    case 'username':
      return <span dir="ltr">{view.text}</span>;
    case 'date':
      return (
        <span title={momentTitle(view.at, view.sent, dates)}>
          {view.text}
          <Text span inherit c="dimmed" className={classes.relative}>
            {dates.zone === 'utc' && ` ${offsetText(view.at, 'utc')}`} ·{' '}
            {relativeTime(view.at, dates.now)}
          </Text>
        </span>
      );
    case 'id':
      return <code dir="ltr">{typeof value === 'string' ? value : view.text}</code>;
    case 'link':
      return <LinkButton address={view.address} />;
    case 'text':
      return (
        <span dir="auto" className={classes.lines}>
          {typeof value === 'string' ? value : view.text}
        </span>
      );
    case 'tags':
    case 'items':
      if (view.count === 0) {
        return (
          <Text span inherit c="dimmed">
            {itemsText(0)}
          </Text>
        );
      }
      return Array.isArray(value) && value.every(isPlain) ? (
        <PlainList list={value} />
      ) : (
        <Json value={value} />
      );
    case 'object':
      return <Json value={value} />;
    default:
      return assertNever(view);
  }
}

const isPlain = (item: unknown): item is string | number | boolean =>
  typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean';

const PlainList = ({ list }: { list: (string | number | boolean)[] }) => (
  <Stack component="ul" gap={2}>
    {list.map((item, index) => {
      const address = typeof item === 'string' ? linkAddress(item) : null;
      return (
        // oxlint-disable-next-line react/no-array-index-key -- a list may hold a value twice
        <li key={index} dir="auto">
          {address === null ? String(item) : <LinkButton address={address} />}
        </li>
      );
    })}
  </Stack>
);

const LinkButton = ({ address }: { address: string }) => (
  <TextLink dir="ltr" onClick={() => askToOpen(address)}>
    {address}
  </TextLink>
);

const Json = ({ value }: { value: unknown }) => (
  <pre dir="ltr" className={classes.json}>
    {exactJson(value, 2)}
  </pre>
);

import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import { momentTitle, offsetText, relativeTime } from '#renderer/components/dates.ts';
import { TextLink } from '#renderer/components/texts.tsx';
import { showSettings } from '#renderer/state/app.ts';
import { usePictures, usePicturesNeedReload } from '#renderer/state/preferences.ts';
import { askToOpen } from '../LinkDialog.tsx';
import { itemsText, linkAddress, valueView, type ValueColumn } from '../values/cell-view.ts';
import { exactJson } from '#renderer/components/json/exact-json.ts';
import type { DateLook } from '../values/moments.ts';
import classes from './Record.module.css';

interface FullValueProps {
  value: unknown;
  column: ValueColumn & { label: string };
  dates: DateLook;
  /** Shows pictures, if the person turned them on. */
  withPictures?: boolean;
}

/** A value in full: nothing is cut off, texts keep their lines, nested values are indented. */
export function FullValue({ value, column, dates, withPictures = false }: FullValueProps) {
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
      return (
        <>
          {withPictures && column.meaning === 'image' && (
            <Picture value={view.address} label={column.label} />
          )}
          <LinkButton address={view.address} />
        </>
      );
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

function PlainList({ list }: { list: (string | number | boolean)[] }) {
  return (
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
}

function LinkButton({ address }: { address: string }) {
  return (
    <TextLink dir="ltr" onClick={() => askToOpen(address)}>
      {address}
    </TextLink>
  );
}

function Json({ value }: { value: unknown }) {
  return (
    <pre dir="ltr" className={classes.json}>
      {exactJson(value, 2)}
    </pre>
  );
}

/**
 * A picture from the address in a row; nothing unless the person turned pictures on. Over https only,
 * without cookies and without a referrer: the window's policy ensures that.
 */
export function Picture({ value, label }: { value: unknown; label: string }) {
  const isOn = usePictures();
  const address = typeof value === 'string' ? linkAddress(value) : null;
  const [failed, setFailed] = useState<string | null>(null);
  if (!isOn || address?.startsWith('https:') !== true) return null;
  if (failed === address) {
    return (
      <Text size="xs" c="dimmed" className={classes.noPicture}>
        The picture could not be loaded.
      </Text>
    );
  }
  return (
    <img
      src={address}
      alt={label}
      loading="lazy"
      decoding="async"
      className={classes.picture}
      onError={() => setFailed(address)}
    />
  );
}

/**
 * Shown instead of a picture: why it isn't loaded and how to change that; nothing while pictures are on.
 */
export function PicturesOff() {
  const isOn = usePictures();
  const isWaiting = usePicturesNeedReload();
  if (isOn) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.noPicture}>
      {isWaiting ? (
        <>
          Pictures are shown after you reload the window. Your tabs stay.{' '}
          <TextLink onClick={() => window.location.reload()}>Reload</TextLink>
        </>
      ) : (
        <>
          Pictures are not loaded: their sites would learn what you look at.{' '}
          <TextLink onClick={() => showSettings('Results')}>Settings</TextLink>
        </>
      )}
    </Text>
  );
}

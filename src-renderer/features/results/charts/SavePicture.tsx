/** *Save picture…*: what a chart says out of context, how it looks there, and a preview. */
import { Box, Group, Input, SegmentedControl, TextInput } from '@mantine/core';
import type { SegmentedControlProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { Dialog, DialogForm } from '#renderer/components/dialog/Dialog.tsx';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { saveFile } from '#renderer/state/exports.ts';
import { asPng, inScheme, type Scheme } from './picture.ts';

/** What a person may word in another way. */
export interface Wording {
  title: string;
  /** Where the data are from, which time they cover and how many there are. */
  source: string;
}

interface SavePictureProps extends Wording {
  runId: string;
  /** What is drawn in the page; its colours are the picture's. */
  near: RefObject<HTMLElement | null>;
  /** Returns null if it is gone. */
  draw: (words: Wording) => string | null;
  /** Called when the sheet opens and closes. */
  onOpenChange?: (isOpen: boolean) => void;
}

export function SavePicture({ onOpenChange, ...props }: SavePictureProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    onOpenChange?.(isOpen);
    // A sheet that goes with its chart isn't closed.
    return () => onOpenChange?.(false);
  }, [isOpen, onOpenChange]);
  return (
    <>
      <QuietButton size="compact-xs" onClick={() => setOpen(true)}>
        Save picture…
      </QuietButton>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Save picture" size={680}>
        <Sheet {...props} />
      </Dialog>
    </>
  );
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Widths in px. SVG has none: it is sharp at any. */
const sizes = [
  { value: '800', label: '800 px' },
  { value: '1600', label: '1,600 px' },
  { value: '3200', label: '3,200 px' },
  { value: 'svg', label: 'Any (SVG)' },
] as const;
type Size = (typeof sizes)[number]['value'];

function Sheet({ runId, near, draw, ...words }: SavePictureProps) {
  const [title, setTitle] = useState(words.title);
  const [source, setSource] = useState(words.source);
  const [scheme, setScheme] = useState<Scheme>('light');
  const [size, setSize] = useState<Size>('1600');
  const [svg, setSvg] = useState<string | null>(null);
  const redraw = useEffectEvent((wording: Wording, colours: Scheme) =>
    setSvg(near.current && inScheme(near.current, colours, () => draw(wording))),
  );
  useEffect(() => {
    // Once the sheet is on screen: drawing takes a moment.
    const timer = setTimeout(() => redraw({ title, source }, scheme));
    return () => clearTimeout(timer);
  }, [title, source, scheme]);
  const save = async (): Promise<Problem | null> => {
    if (svg === null) return null;
    const picture =
      size === 'svg'
        ? ({ format: 'svg', text: svg } as const)
        : ({ format: 'png', base64: await asPng(svg, Number(size)) } as const);
    const name = (title.trim() || words.title).slice(0, 60);
    return saveAndReport(saveFile({ of: 'picture', runId, name, picture }), {
      what: 'the picture',
    });
  };
  return (
    <DialogForm submit="Save…" isDisabled={svg === null} act={save}>
      <Box
        component="img"
        alt="Preview"
        src={
          svg === null ? undefined : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
        }
        mah="40vh"
        mx="auto"
        maw="100%"
        bd="1px solid var(--line)"
        bdrs="lg"
      />
      <TextInput
        label="Title"
        value={title}
        dir="auto"
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextInput
        label="Source"
        value={source}
        dir="auto"
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <Group gap={24}>
        <OneOf label="Width" data={[...sizes]} value={size} onChange={setSize} />
        <OneOf label="Colours" data={[...schemes]} value={scheme} onChange={setScheme} />
      </Group>
    </DialogForm>
  );
}

function OneOf<T extends string>({ label, ...of }: SegmentedControlProps<T> & { label: string }) {
  return (
    <Input.Wrapper label={label}>
      <div>
        <SegmentedControl aria-label={label} {...of} />
      </div>
    </Input.Wrapper>
  );
}

/**
 * A button that opens the panel in which pages are collected: *Get several pages…* in the form
 * for a new run, *Get all…* in the run bar for going on.
 */
import { Button, Popover } from '@mantine/core';
import { Files } from 'lucide-react';
import { useState } from 'react';
import type { RunLimit } from '#shared/contract/run.ts';
import { useOfferedButton } from '../commands/commands.ts';
import { CollectPanel } from './CollectPanel.tsx';
import type { TypedLimit } from './limit-input.ts';
import type { OutlookOf } from './use-outlook.ts';

interface CollectButtonProps {
  /** With its ellipsis: it opens something. */
  label: string;
  size: 'xs' | 'sm';
  position: 'bottom-start' | 'top-start';
  disabled?: boolean;
  about: OutlookOf;
  startWith: TypedLimit;
  /** Answers false when the panel must not open yet. */
  mayOpen?: () => boolean;
  onStart: (limit: RunLimit) => void;
}

export function CollectButton(props: CollectButtonProps) {
  const { label, size, position, disabled = false, about, startWith, mayOpen, onStart } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useOfferedButton('ask', { title: label, detail: null, icon: Files });
  const name = label.replace(/…$/, '');
  return (
    <Popover
      opened={isOpen && !disabled}
      onChange={setOpen}
      position={position}
      offset={4}
      width={356}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          ref={button}
          size={size}
          variant="default"
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={isOpen && !disabled}
          onClick={() => setOpen(!isOpen && (mayOpen?.() ?? true))}
        >
          {label}
        </Button>
      </Popover.Target>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s. */}
      <Popover.Dropdown role="dialog" aria-label={name} p={0}>
        <CollectPanel
          about={about}
          startWith={startWith}
          onStart={(limit) => {
            setOpen(false);
            onStart(limit);
          }}
          onCancel={() => setOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

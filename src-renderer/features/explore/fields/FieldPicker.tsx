/** Which fields are requested: a control with their number, and a list to choose from. */
import { Input } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { PanelPopover } from '#renderer/components/popups.tsx';
import { FieldPanel, type FieldPickerProps } from './FieldPanel.tsx';
import classes from './fields.module.css';
import { selectionWords } from './selection.ts';

export function FieldPicker(props: FieldPickerProps) {
  const { id, resource, selection, message, locked } = props;
  const [opened, setOpened] = useState(false);
  const isOpen = opened && !locked;
  return (
    <Input.Wrapper
      miw={0}
      data-param="fields"
      id={id}
      label="Fields"
      error={message}
      labelProps={{ id: `${id}-label` }}
    >
      <PanelPopover
        label="Field picker"
        opened={isOpen}
        onChange={setOpened}
        position="bottom-end"
        width={572}
        panel={{ className: classes.panel }}
        target={
          <div>
            <Input
              component="button"
              type="button"
              pointer
              // Label and state are the accessible name: "Fields 12 of 31".
              aria-labelledby={`${id}-label ${id}-words`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              error={message !== null}
              onClick={() => setOpened(!isOpen)}
              rightSection={<ChevronDown />}
              rightSectionPointerEvents="none"
            >
              <span id={`${id}-words`}>{selectionWords(resource, selection)}</span>
            </Input>
          </div>
        }
      >
        <FieldPanel {...props} onDone={() => setOpened(false)} />
      </PanelPopover>
    </Input.Wrapper>
  );
}

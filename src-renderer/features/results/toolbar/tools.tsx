/**
 * The tools above the rows. How they collapse as the bar gets narrower is in `Toolbar.module.css`: first those
 * that are clear from their icon lose their words, then those that can be reached another way (a column's
 * menu, keys) move to the menu *More tools*. *Display* always stays.
 */
import type { LucideIcon } from 'lucide-react';
import { useState, type ComponentPropsWithRef } from 'react';
import { Tooltip, type ButtonProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { allOffers, useOfferedButton } from '#renderer/components/actions.tsx';
import classes from './Toolbar.module.css';

/** In the order of the menu. */
const toolNames = ['filter', 'columns', 'duplicates', 'display', 'details'] as const;
type ToolName = (typeof toolNames)[number];

const toolId = (name: ToolName): string => `tool ${name}`;

/** Whether it is shown, and not only laid out. */
const isSeen = (element: Element | null): boolean =>
  element?.checkVisibility({ visibilityProperty: true }) === true;

/** Returns the tools that the bar has no room for. */
export function toolsWithoutRoom() {
  const offers = allOffers(['rows']);
  return toolNames
    .filter((name) => !isSeen(document.querySelector(`[data-tool="${name}"]`)))
    .flatMap((name) => offers.find(({ id }) => id === toolId(name)) ?? []);
}

interface ToolButtonProps
  extends
    Omit<ButtonProps, 'size' | 'children'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  tool: ToolName;
  /** Its name, shown if there is room. */
  label: string;
  icon: LucideIcon;
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  /** What it does, if the name doesn't say it all. */
  hint?: string;
}

export function ToolButton(props: ToolButtonProps) {
  const { tool, label, icon: Icon, isPressed, hint, ref, className, ...rest } = props;
  const isOn = isPressed === undefined ? {} : { isOn: isPressed };
  const offered = useOfferedButton('rows', { id: toolId(tool), label, icon: Icon, ...isOn });
  const button = useMergedRef(ref, offered);
  const [hasWords, setWords] = useState(true);
  const hints = [hasWords ? [] : [label], hint ?? []].flat();
  return (
    <Tooltip
      label={hints.join('. ')}
      // What it opened says the same.
      disabled={hints.length === 0 || rest['aria-expanded'] === true}
    >
      <QuietButton
        ref={button}
        aria-label={label}
        aria-pressed={isPressed}
        data-tool={tool}
        onPointerEnter={({ currentTarget }) =>
          setWords(isSeen(currentTarget.querySelector(`.${classes.words}`)))
        }
        // The popover adds a class too.
        className={[classes.tool, isPressed === true ? classes.pressed : '', className].join(' ')}
        styles={{ label: { gap: 8 } }}
        {...rest}
      >
        <Icon />
        <span className={classes.words}>{label}</span>
      </QuietButton>
    </Tooltip>
  );
}

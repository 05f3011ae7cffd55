import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './TextLink.module.css';

interface TextLinkProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** Beside a text and not in it: underlined only under the pointer. */
  alone?: boolean;
}

/** A button that reads as a part of the text: an example, another page, more options. */
export function TextLink({ alone = false, ...props }: TextLinkProps) {
  return <UnstyledButton {...props} className={classes.link} data-alone={alone} />;
}

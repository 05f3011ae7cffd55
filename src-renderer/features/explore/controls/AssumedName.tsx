/** Says that a name is our assumption, where it is used. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import type { Parameter } from '#shared/catalogue/types.ts';
import classes from './controls.module.css';

export function AssumedName({ parameter }: { parameter: Parameter }) {
  return (
    <Tooltip
      label={
        <>
          The specification doesn’t show what the service calls this. We send it as{' '}
          <code>{parameter.wire}</code>. Settings has a page, Service profile, to ask the service
          and to correct it.
        </>
      }
      events={{ hover: true, focus: true, touch: true }}
      openDelay={100}
      multiline
      w={280}
    >
      <UnstyledButton className={classes.assumed}>assumed name</UnstyledButton>
    </Tooltip>
  );
}

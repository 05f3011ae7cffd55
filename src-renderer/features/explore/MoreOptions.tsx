/** The rows of controls: required left, dates and Fields right, the rest behind *More options*. */
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Parameter } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { TextLink } from '../../components/texts.tsx';
import { hasValue, hiddenOptions } from './arrange.ts';
import { changeFormView, useFormView } from './form-view.ts';
import classes from './QueryForm.module.css';

interface MoreOptionsProps {
  id: string;
  tabId: string;
  parameters: readonly Parameter[];
  query: Query;
  required: ReactNode;
  /** The controls of `parameters`. */
  options: ReactNode;
  /** Dates and Fields. */
  children: ReactNode;
}

export function MoreOptions(props: MoreOptionsProps) {
  const { id, tabId, parameters, query, required, options, children } = props;
  const { moreOpen } = useFormView(tabId);
  const open =
    parameters.length > 0 &&
    (moreOpen ?? parameters.some((parameter) => hasValue(parameter, query)));
  return (
    <>
      <Flex rowGap={8} columnGap="var(--gap)" align="flex-start" wrap="wrap">
        <div className={classes.required}>{required}</div>
        <div className={classes.side}>
          <div className={classes.sideControls}>{children}</div>
          {parameters.length > 0 && (
            <div className={classes.more}>
              <TextLink
                alone
                aria-expanded={open}
                aria-controls={open ? id : undefined}
                onClick={() => changeFormView(tabId, { moreOpen: !open })}
              >
                {open ? 'Fewer options' : 'More options'}
              </TextLink>
              {!open && <HiddenNames parameters={parameters} query={query} />}
            </div>
          )}
        </div>
      </Flex>
      {open && (
        <div id={id} className={classes.options}>
          {options}
        </div>
      )}
    </>
  );
}

function HiddenNames({ parameters, query }: Pick<MoreOptionsProps, 'parameters' | 'query'>) {
  const names = hiddenOptions(parameters, query);
  return (
    <span className={classes.hidden} data-given={names.some(({ given }) => given)}>
      {names.map(({ text, given }, index) => (
        <span key={parameters[index]?.key} data-given={given}>
          {text}
          {index < names.length - 1 ? ', ' : ''}
        </span>
      ))}
    </span>
  );
}

import { SegmentedControl } from '@mantine/core';
import { dataFromOf } from '#shared/query/data-from.ts';
import { chooseDataFrom, useHasStored } from './data-from.ts';
import classes from './DataFromSwitch.module.css';

interface DataFromSwitchProps {
  tabId: string;
  endpointId: string;
  locked: boolean;
}

const choices = [
  { value: 'live' as const, label: 'Live' },
  { value: 'stored' as const, label: 'Stored' },
];

/** Only where both can be asked. */
export function DataFromSwitch({ tabId, endpointId, locked }: DataFromSwitchProps) {
  const hasStored = useHasStored(endpointId);
  if (!hasStored) return null;
  return (
    <>
      <span aria-hidden className={classes.label}>
        Data from
      </span>
      <SegmentedControl
        size="xs"
        className={classes.switch}
        aria-label="Data from"
        data={choices}
        value={dataFromOf(endpointId)}
        disabled={locked}
        onChange={(from) => chooseDataFrom(tabId, from)}
      />
    </>
  );
}

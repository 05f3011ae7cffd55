import { Button, Menu } from '@mantine/core';
import { Clock } from 'lucide-react';
import { timeZoneSchema } from '#shared/contract/snapshot.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import classes from './Results.module.css';
import { useDateLook } from './values/date-look.ts';
import { offsetText } from './values/dates.ts';
import { PageMenu } from '../../components/PageMenu.tsx';

/** Whose clock the dates of the rows are shown by. */
export function TimeZoneMenu() {
  const [{ zone, now }] = useDateLook();
  return (
    <PageMenu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          className={classes.tool}
          aria-label={`Dates in ${zone === 'utc' ? 'UTC' : 'local time'}`}
          title="Which clock dates are shown by"
          leftSection={<Clock aria-hidden />}
        >
          <span className={classes.toolText}>{zone === 'utc' ? 'UTC' : 'Local time'}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show dates in</Menu.Label>
        <Menu.RadioGroup
          value={zone}
          onChange={(chosen) => void changePreferences({ timeZone: timeZoneSchema.parse(chosen) })}
        >
          <Menu.RadioItem value="local">Local time ({offsetText(now, 'local')})</Menu.RadioItem>
          <Menu.RadioItem value="utc">UTC</Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </PageMenu>
  );
}

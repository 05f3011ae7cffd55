import { Menu } from '@mantine/core';
import { Clock } from 'lucide-react';
import { timeZoneSchema } from '#shared/contract/snapshot.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { ToolButton } from './ToolButton.tsx';
import { useDateLook } from '../values/date-look.ts';
import { offsetText } from '../../../components/dates.ts';
import { PageMenu } from '../../../components/popups.tsx';

/** Whose clock the dates of the rows are shown by. */
export function TimeZoneMenu({ disabled = false }: { disabled?: boolean }) {
  const [{ zone, now }] = useDateLook();
  return (
    <PageMenu position="bottom-end" width={240}>
      <Menu.Target>
        <ToolButton
          tool="dates"
          label={zone === 'utc' ? 'Dates in UTC' : 'Dates in local time'}
          icon={Clock}
          disabled={disabled}
        />
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

import { Unplug } from 'lucide-react';
import type { Connection } from '../../host/types.ts';
import { useApp } from '../../state/app.ts';
import classes from './Shell.module.css';

const words: Record<Exclude<Connection, 'heard'>, string> = {
  lost: 'The program behind this page has stopped or can’t be reached. Everything fetched is saved. This page goes on by itself when the program is back.',
  refused:
    'The program was started anew and no longer knows this page. Open the address it printed in the terminal.',
};

/** Says that main can't be heard, as long as it can't. */
export function ConnectionBanner() {
  const connection = useApp((state) => state.connection);
  return (
    // There from the start, so that a screen reader hears what is put into it.
    <output className={classes.live} aria-label="Connection">
      {connection !== 'heard' && (
        <span className={classes.banner}>
          <Unplug />
          {words[connection]}
        </span>
      )}
    </output>
  );
}

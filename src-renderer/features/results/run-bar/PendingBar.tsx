import classes from './RunBar.module.css';
import foot from './RunFoot.module.css';

/** The run bar before main has said anything of the run. */
export function PendingBar() {
  return (
    <div className={foot.foot}>
      <div className={classes.bar}>
        <span aria-hidden className={classes.mark} data-tone="working" />
        <output aria-label="Run status" className={classes.status}>
          <span className={classes.lead}>One moment…</span>
        </output>
      </div>
    </div>
  );
}

import classes from './ServiceProfile.module.css';

/** A list longer than this is cut on screen; its whole is where it is edited. */
const mostShown = 120;

/** A name, a path or a list as it is written. */
export function Value({ children }: { children: string }) {
  if (children === '') return <span className={classes.none}>none</span>;
  const rest = children.length - mostShown;
  const names = children.split(',').length;
  return (
    <code
      className={classes.value}
      dir="ltr"
      title={rest > 0 ? children.slice(0, 2000) : undefined}
    >
      {rest > 0 ? `${children.slice(0, mostShown)}…` : children}
      {rest > 0 && names > 3 && <span className={classes.count}> {names} names</span>}
    </code>
  );
}

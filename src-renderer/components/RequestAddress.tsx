import classes from './RequestAddress.module.css';

/** Where a request goes, whole, before it is sent. */
export function RequestAddress({ children }: { children: string }) {
  return (
    <code className={classes.address} dir="ltr">
      {children}
    </code>
  );
}

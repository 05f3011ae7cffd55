import classes from './MethodTag.module.css';

/** Before an address: "GET". */
export function MethodTag({ children }: { children: string }) {
  return <span className={classes.method}>{children}</span>;
}

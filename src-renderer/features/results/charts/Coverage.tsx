import { Info } from 'lucide-react';
import classes from './Charts.module.css';

/** Which rows it is about, in a line above it. */
export function Coverage({ children }: { children: string }) {
  return (
    <p className={classes.coverage}>
      <Info aria-hidden size={14} />
      {children}
    </p>
  );
}

import { Table } from 'lucide-react';
import classes from './Brand.module.css';

/** The mark of the application. */
export function Brand({ size }: { size: 20 | 36 }) {
  return (
    <span className={classes.brand} data-size={size}>
      <Table size={size === 20 ? 13 : 22} strokeWidth={2.25} />
    </span>
  );
}

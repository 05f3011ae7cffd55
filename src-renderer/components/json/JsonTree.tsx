import { cellText } from './json-tables.ts';
import classes from './Json.module.css';

const mostItems = 200;
/** Open from the start down to here. */
const openDepth = 1;

/** JSON as a tree that opens and closes, with the service's own names. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <ul className={classes.tree}>
      <Branch name={null} value={value} depth={0} />
    </ul>
  );
}

function Branch({ name, value, depth }: { name: string | null; value: unknown; depth: number }) {
  const members = membersOf(value);
  if (members === null) {
    return (
      <li className={classes.leaf}>
        {name !== null && <span className={classes.name}>{name}</span>}
        <span className={classes.value} data-type={typeof value} dir="auto">
          {cellText(value, 'id')}
        </span>
      </li>
    );
  }
  const isList = Array.isArray(value);
  const count = `${members.length} ${isList ? 'item' : 'member'}${members.length === 1 ? '' : 's'}`;
  return (
    <li>
      <details open={depth <= openDepth && members.length <= mostItems}>
        <summary>
          {name !== null && <span className={classes.name}>{name}</span>}
          <span className={classes.count}>{count}</span>
        </summary>
        <ul>
          {members.slice(0, mostItems).map(([member, child]) => (
            <Branch key={member} name={member} value={child} depth={depth + 1} />
          ))}
          {members.length > mostItems && (
            <li className={classes.count}>{members.length - mostItems} more in the raw answer</li>
          )}
        </ul>
      </details>
    </li>
  );
}

/** Null for plain values; a number beyond JavaScript's is one. */
function membersOf(value: unknown): [string, unknown][] | null {
  if (Array.isArray(value)) return value.map((item, index) => [String(index + 1), item]);
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  return entries.length === 1 && entries[0]?.[0] === '$n' ? null : entries;
}

/** Objects as columns: which members they have, over all rows, before the first row is written. */
import type { JsonObject, JsonValue } from '../json/index.ts';
import type { OutputColumn } from './columns.ts';
import { isFilledObject } from './shape.ts';

/** Deeper objects stay JSON text. */
const maxDepth = 8;
/** An object with more different members than this is a dictionary: it stays JSON text. */
const maxMembers = 500;

interface Node {
  /** Something besides an object was there. */
  self: boolean;
  members: Map<string, Node>;
}

export interface Flattener {
  add(row: JsonObject): void;
  /** The columns, those of objects' members in the place of the object's. */
  columns(): { columns: Omit<OutputColumn, 'name'>[]; keptAsJson: number };
}

export function createFlattener(given: readonly Omit<OutputColumn, 'name'>[]): Flattener {
  const fields = given.flatMap(({ source }) => (source.kind === 'member' ? [source.field] : []));
  const roots = new Map(fields.map((field) => [field, newNode()]));

  return {
    add(row) {
      for (const [field, node] of roots) {
        if (Object.hasOwn(row, field)) look(node, row[field] ?? null, 0);
      }
    },

    columns() {
      let keptAsJson = 0;
      const columns = given.flatMap((column) => {
        const { source } = column;
        const root = source.kind === 'member' ? roots.get(source.field) : undefined;
        if (source.kind === 'run' || root === undefined || root.members.size === 0) return [column];
        const found = [...leaves(root, [])];
        if (found.length > maxMembers) {
          keptAsJson += 1;
          return [column];
        }
        return found.map((path) => ({
          source: { ...source, path, flattened: path.length < maxDepth },
          field: [column.field, ...path].join('.'),
          label: [column.label, ...path].join('.'),
        }));
      });
      return { columns, keptAsJson };
    },
  };
}

const newNode = (): Node => ({ self: false, members: new Map() });

function look(node: Node, value: JsonValue, depth: number): void {
  if (value === null) return;
  if (depth === maxDepth || !isFilledObject(value)) {
    node.self = true;
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    let next = node.members.get(name);
    // Far too many already: this object will stay JSON text.
    if (next === undefined && node.members.size > maxMembers) return;
    next ??= newNode();
    node.members.set(name, next);
    look(next, member, depth + 1);
  }
}

/** Paths with values of their own; a member that was always null has a column too. */
function* leaves(node: Node, path: readonly string[]): Generator<readonly string[]> {
  if (node.self || node.members.size === 0) yield path;
  for (const [name, member] of node.members) yield* leaves(member, [...path, name]);
}

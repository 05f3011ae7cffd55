/** An address pasted from a documentation or a message: its path, and its rows. */
export interface TakenApart {
  path: string;
  params: { name: string; value: string }[];
}

/** Null where there is nothing to take apart: a path alone, or an address of another service. */
export function takeApart(typed: string, address: string): TakenApart | null {
  const base = address.replace(/\/+$/, '');
  const text = typed.trim();
  const own = text.startsWith(`${base}/`) ? text.slice(base.length) : text;
  if (!own.startsWith('/')) return null;
  const at = own.indexOf('?');
  if (own === text && at === -1) return null;
  const [path = ''] = (at === -1 ? own : own.slice(0, at)).split('#');
  const [search = ''] = (at === -1 ? '' : own.slice(at + 1)).split('#');
  return {
    path,
    params: [...new URLSearchParams(search)].map(([name, value]) => ({ name, value })),
  };
}

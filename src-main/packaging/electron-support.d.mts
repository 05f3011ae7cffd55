export function electronVerdict(
  pinned: string,
  published: readonly string[],
): { ok: boolean; said: string };

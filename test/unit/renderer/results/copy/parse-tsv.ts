/**
 * Tab-separated text as spreadsheets read it, written down a second time: a cell that begins with
 * a quote ends at the next lone one; two of them are one. Everything else is as it stands.
 */
export function parseTsv(text: string): string[][] {
  const lines: string[][] = [[]];
  let at = 0;
  const end = (): boolean => at >= text.length || text[at] === '\t' || text[at] === '\n';
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        at += text[at] === '"' ? 2 : 1;
        cell += text[at - 1] ?? '';
      }
      at += 1;
    }
    while (!end()) {
      cell += text[at] ?? '';
      at += 1;
    }
    lines.at(-1)?.push(cell);
    if (at >= text.length) return lines;
    if (text[at] === '\n') lines.push([]);
    at += 1;
  }
}

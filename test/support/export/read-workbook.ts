/** The sheets of a workbook by their names, with the texts of their cells: of ours, which are inside them. */
import { readZip } from '#test/support/read-zip.ts';

export function readWorkbook(bytes: Buffer): Map<string, string[][]> {
  const parts = readZip(bytes);
  const partOf = (path: string): string => parts.get(path)?.toString('utf8') ?? '';
  const names = [...partOf('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)];
  return new Map(
    names.map(([, name = ''], at) => {
      const lines = partOf(`xl/worksheets/sheet${at + 1}.xml`).matchAll(
        /<row [^>]*>(.*?)<\/row>/gs,
      );
      return [name, [...lines].map(([, line = '']) => cellsIn(line))];
    }),
  );
}

function cellsIn(line: string): string[] {
  const cells: string[] = [];
  for (const [, letters = '', content = ''] of line.matchAll(
    /<c r="([A-Z]+)\d+"[^>]*>.*?<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>.*?<\/c>/gs,
  )) {
    const at =
      Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    cells[at] = content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  }
  return Array.from(cells, (cell) => cell ?? '');
}

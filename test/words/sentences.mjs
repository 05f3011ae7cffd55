/**
 * Every sentence of the product that a person may read, from its own source: texts between tags and
 * string literals that look like words. `node test/words/sentences.mjs` prints them as one list, to
 * be read from top to bottom.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sample service speaks as a service does, and its posts are data, in several languages. */
const isData = (file) => file.startsWith('src-main/sample-service/');
/** Attributes and calls whose strings nobody reads. */
const unread = new Set([
  'className',
  'd',
  'viewBox',
  'transform',
  'points',
  'href',
  'key',
  'style',
]);
const isCode = (text) =>
  /\b(SELECT|FROM|CAST|WHERE|COPY|CASE WHEN|ORDER BY|SET|PRAGMA|coalesce)\b|=>|\$\{|^[\s\W\d]*$|[{};]$/.test(
    text,
  ) || /^[a-z-]+\/[a-z-]|^--|var\(--|^\d|^[\w-]+(=|:)\S/.test(text);
const isWords = (text) =>
  /[a-z]{2}.*\s.*[A-Za-z]{2}/s.test(text) || /^[A-Z][a-z]+(…|:)?$/.test(text);

/**
 * Returns the sentences of one source text as `{ line, text }`, in their order. What is filled in
 * is written as `…`.
 */
export function sentencesOf(source, file) {
  const { program } = parseSync(file, source);
  const found = [];
  const add = (node, text) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (!isWords(words) || isCode(words)) return;
    found.push({ line: source.slice(0, node.start).split('\n').length, text: words });
  };
  /** A string, a template or their sum, as one text; null for anything else. */
  const textOf = (node) => {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
    if (node.type === 'TemplateLiteral') {
      return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
    }
    if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null && right === null ? null : `${left ?? '…'}${right ?? '…'}`;
  };
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(visit);
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
        return;
      case 'JSXAttribute':
        if (unread.has(node.name.name) || String(node.name.name).startsWith('data-')) return;
        break;
      case 'JSXText':
        return add(node, node.value);
      case 'Literal':
      case 'BinaryExpression':
      case 'TemplateLiteral': {
        const text = textOf(node);
        if (text !== null) add(node, text);
        if (node.type === 'TemplateLiteral') visit(node.expressions);
        if (node.type !== 'BinaryExpression' || text === null) break;
        return visitFilled(node);
      }
      case 'Property':
        if (node.computed) visit(node.key);
        return visit(node.value);
      default:
    }
    for (const [name, child] of Object.entries(node)) {
      if (name !== 'type' && !(node.type === 'TemplateLiteral')) visit(child);
    }
  };
  /** What stands between the strings of a sum. */
  const visitFilled = (node) => {
    if (node.type === 'BinaryExpression') {
      visitFilled(node.left);
      visitFilled(node.right);
    } else if (node.type === 'TemplateLiteral') visit(node.expressions);
    else if (node.type !== 'Literal') visit(node);
  };
  visit(program.body);
  return found.toSorted((a, b) => a.line - b.line);
}

/** Returns the sources that may have sentences as `{ file, source }`. */
export function allSources() {
  return ['src-main', 'src-renderer', 'src-shared']
    .flatMap((tree) =>
      readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' }).map((path) =>
        [tree, ...path.split(sep)].join('/'),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !isData(file))
    .toSorted()
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
}

/** Returns the sentences of the whole product as `{ file, line, text }`, by file. */
export const allSentences = () =>
  allSources().flatMap(({ file, source }) =>
    sentencesOf(source, file).map(({ line, text }) => ({ file, line, text })),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let last = '';
  for (const { file, line, text } of allSentences()) {
    if (file !== last) console.log(`\n${file}`);
    last = file;
    console.log(`${String(line).padStart(5)}  ${text}`);
  }
}

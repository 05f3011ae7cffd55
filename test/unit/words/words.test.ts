/** The glossary holds: one word for one thing, in every sentence that a person may read. */
import { describe, expect, it } from 'vitest';
import { glossary } from '#test/words/glossary.mjs';
import { allSentences, allSources, sentencesOf } from '#test/words/sentences.mjs';

describe('sentences a person may read', () => {
  it('use none of the words that the glossary replaces', () => {
    const sentences = allSentences();
    expect(sentences.length).toBeGreaterThan(1000);
    const found = sentences.flatMap(({ file, line, text }) =>
      glossary.flatMap(({ not, say }) =>
        not.test(text) ? [`${file}:${line} “${text}”: say “${say}”`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  it('quote what is filled in with `quoted` alone, which knows texts with marks of their own', () => {
    /** A mark right before a value, at the end of a text, or between joined ones. */
    const own = /[“‘]\/?(?:\$?\{|["'`])|["'`]”, “/;
    const found = allSources()
      .filter(({ file }) => file !== 'src-shared/characters.ts')
      .flatMap(({ file, source }) =>
        source
          .split('\n')
          .flatMap((line, at) => (own.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
      );
    expect(found).toEqual([]);
  });

  it('are found in tags, attributes, templates and sums, not in code', () => {
    const source = `
      import x from 'a module with words';
      const sql = \`SELECT a FROM the table\`;
      const sentence = 'This run ' + n + ' has ' + \`\${rows} more rows\`;
      const view = <p className="not for reading" title="A title to read">Some text {x}</p>;
    `;
    expect(sentencesOf(source, 'x.tsx').map(({ text }) => text)).toEqual([
      'This run … has … more rows',
      'A title to read',
      'Some text',
    ]);
  });
});

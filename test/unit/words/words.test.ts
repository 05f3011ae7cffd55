/** The glossary holds: one word for one thing, in every sentence that a person may read. */
import { describe, expect, it } from 'vitest';
import { glossary } from '#test/words/glossary.mjs';
import { allSentences, sentencesOf } from '#test/words/sentences.mjs';

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

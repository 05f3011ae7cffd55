/** `recipe.take`: the methods sheet that the operating system opened the program with. */
import { afterEach, describe, expect, it } from 'vitest';
import { exampleSheet } from '#test/support/method-examples.ts';
import { type WayIn, waysIn } from '#test/support/ways-in.ts';

const text = JSON.stringify(exampleSheet('run-example-1'));

describe.each(waysIn)('through %s', (_, open) => {
  let way: WayIn;
  afterEach(() => way.close());

  it('there is none where nothing was given', async () => {
    way = await open({});
    expect(await way.value('recipe.take', {})).toEqual({ recipe: null });
  });

  it('reads it like one that was chosen in the window', async () => {
    way = await open({ takeGivenRecipe: async () => text });
    const { recipe } = await way.value('recipe.take', {});
    expect(recipe).toEqual(await way.value('recipe.open', { text }));
  });

  it.each([
    ['is no methods sheet', async () => '{"a":1}', 'This is no methods sheet.'],
    ['is no JSON', async () => 'a,b', 'This file is not JSON, or it is damaged.'],
    [
      'can’t be read',
      () => Promise.reject(new Error('EACCES: /home/someone/posts.csv.methods.json')),
      'The file that was opened can’t be read.',
    ],
  ])('[16] a file that %s: said in a sentence, without its path', async (_why, take, title) => {
    way = await open({ takeGivenRecipe: take });
    const answer = await way.call('recipe.take', {});
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', title } });
    expect(JSON.stringify(answer)).not.toContain('someone');
  });
});

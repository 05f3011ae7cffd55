/** In which order the tools of a narrowing bar give way. */
import { expect, test } from 'vitest';
import { formsAfter, steps, toolsInMenu } from '#renderer/features/results/toolbar/giving-way.ts';

test('where there is room, no tool is in the menu, and the ones used most have words', () => {
  const forms = formsAfter(0);
  expect(toolsInMenu(forms)).toEqual([]);
  expect(forms).toMatchObject({ filter: 'words', columns: 'words', details: 'words' });
});

test('in the end every tool is in the menu', () => {
  const forms = formsAfter(steps.length);
  expect(toolsInMenu(forms)).toEqual(Object.keys(forms));
});

test('a tool never grows again while the bar narrows', () => {
  const size = { words: 2, picture: 1, menu: 0 };
  for (let count = 1; count <= steps.length; count += 1) {
    const before = formsAfter(count - 1);
    const [tool, form] = steps[count - 1] ?? [];
    if (tool === undefined || form === undefined) throw new Error('no such step');
    expect(size[form], `step ${count}`).toBeLessThan(size[before[tool]]);
    expect(formsAfter(count)).toEqual({ ...before, [tool]: form });
  }
});

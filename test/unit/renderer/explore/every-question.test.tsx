// @vitest-environment happy-dom
/**
 * The form of every live question, as data: what breaks a rule is shown there and not sent, what is
 * right is asked as it was typed. That a question is sent as meant: contract/rows.test.ts.
 */
import { expect, test } from 'vitest';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { answer } from '../fake-host.ts';
import { buttons, click, descriptionOf, drawForm, only, parameter } from './window.tsx';
import { queryNow, starts, submit, type } from './window.tsx';

const control = (key: string) =>
  only<HTMLInputElement>(':is(input:not([type=hidden]), textarea)', parameter(key));

test.each(liveEndpoints.map(({ id }) => id))(
  '%s: a broken rule is shown and not sent, a right question is',
  async (endpointId) => {
    const { values, wrong } = questionFor(endpointId);
    // Closed choices are chosen, not typed.
    await drawForm({ endpointId, values });
    answer('run.start', () => new Promise(() => undefined));
    for (const more of buttons('More options')) await click(more);
    await type(control(wrong.key), wrong.value);
    await submit();
    expect(descriptionOf(control(wrong.key))).toMatch(wrong.sentence);
    expect(control(wrong.key).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(control(wrong.key));
    expect(starts()).toEqual([]);

    await type(control(wrong.key), values[wrong.key] ?? '');
    expect(descriptionOf(control(wrong.key))).not.toMatch(wrong.sentence);
    expect(queryNow()).toMatchObject({ endpointId, values });
    await submit();
    expect(starts()).toMatchObject([{ input: { query: { endpointId, values } } }]);
  },
);

/**
 * Every live question as data: what breaks a rule is known, and shown in the form where it is typed.
 * That a question is sent as meant: contract/rows.test.ts.
 */
import { expect, it } from 'vitest';
import { validateQuery } from '#shared/query/values.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { count } from '#test/support/thorough.ts';
import { endpointOf, resourceOf } from '../../query/make.ts';
import { answerLater } from '../fake-host.ts';
import { makeQuery } from '../make.ts';
import { buttons, click, descriptionOf, drawForm, only, parameter } from './window.tsx';
import { queryNow, starts, submit, type } from './window.tsx';

const ids = liveEndpoints.map(({ id }) => id);
/** A form for each kind of control and of fault in it. */
const kinds = new Map(
  ids.map((id) => {
    const { key, value } = questionFor(id).wrong;
    const kind = endpointOf(id).parameters.find((one) => one.key === key)?.type.kind;
    return [`${kind} ${value === ''}`, id];
  }),
);
const drawn = [...kinds.values(), ...ids.slice(0, count(0, 1000))];

const control = (key: string) =>
  only<HTMLInputElement>(':is(input:not([type=hidden]), textarea)', parameter(key));

it.each(ids)('%s: a broken rule is shown and not sent, a right question is', async (endpointId) => {
  const { values, wrong } = questionFor(endpointId);
  const endpoint = endpointOf(endpointId);
  const complaints = (given: typeof values) =>
    validateQuery(endpoint, makeQuery(given, endpointId), resourceOf(endpoint));
  expect(complaints(values)).toEqual({});
  const sentence = expect.stringMatching(wrong.sentence);
  const broken = { ...values, [wrong.key]: wrong.value };
  expect(complaints(broken)).toEqual({ [wrong.key]: sentence });
  if (!drawn.includes(endpointId)) return;

  // Closed choices are chosen, not typed.
  await drawForm({ endpointId, values });
  answerLater('run.start');
  for (const more of buttons('More options')) await click(more);
  await type(control(wrong.key), wrong.value);
  await submit();
  expect(descriptionOf(control(wrong.key))).toEqual(sentence);
  expect(control(wrong.key).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(control(wrong.key));
  expect(starts()).toEqual([]);

  await type(control(wrong.key), values[wrong.key] ?? '');
  expect(descriptionOf(control(wrong.key))).not.toEqual(sentence);
  expect(queryNow()).toMatchObject({ endpointId, values });
  await submit();
  expect(starts()).toMatchObject([{ input: { query: { endpointId, values } } }]);
});

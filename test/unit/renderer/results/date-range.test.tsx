/** Whose days a filter of dates means is said and chosen where the days are. */
import { expect, test, vi } from 'vitest';
import { DateRange } from '#renderer/features/results/view/ValueControl.tsx';
import { newDraft } from '#renderer/features/results/view/draft.ts';
import { everyRow } from '#shared/contract/view.ts';
import { draw } from '../draw.tsx';
import { input, pick } from '../explore/window.tsx';

test('the days of a filter made elsewhere stay those, until another clock is chosen', async () => {
  const column = { field: 'at', label: 'Posted', meaning: 'date', type: 'text' } as const;
  const onChange = vi.fn();
  await draw(
    <DateRange
      view={everyRow}
      draft={newDraft(column, 'Asia/Kathmandu')}
      column={column}
      summary={null}
      messages={{ fromMessage: null, toMessage: null }}
      onChange={onChange}
    />,
  );
  const clock = input('Days begin and end in');
  expect(clock.value).toContain('Asia/Kathmandu');
  await pick(clock, 'UTC');
  expect(onChange).toHaveBeenLastCalledWith({ timeZone: 'UTC' });
});

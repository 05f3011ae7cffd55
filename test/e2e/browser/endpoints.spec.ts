/**
 * Questions that have every kind of control between them, in one window, as data: what their form
 * refuses is not sent, what is right is sent as meant and answered in the grid. Only the first goes
 * on to the next page. Every question: its form in unit/renderer/explore/every-question.test.tsx,
 * its rows to the last page and its file in contract/rows.test.ts, those of the sample service in
 * contract/sample-service.test.ts.
 */
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { expectCsvOf } from '../compare-csv.ts';
import { expect, test } from '../fixtures.ts';

interface Item {
  readonly id: unknown;
}

/** Digits as they were sent, also where a JavaScript number would not hold them. */
function idText(item: Item | undefined): string {
  const id = item?.id;
  return String(typeof id === 'object' && id !== null && '$n' in id ? id.$n : id);
}

const asked = [
  'microblog.posts.search',
  'microblog.posts.interacting-users',
  'photoshare.users.get',
  'forum.posts.by-ids',
  'forum.comments.by-user',
  'photoshare.comments.replies',
];

test('every kind of form: a broken rule is shown and not sent, a right question is', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, service } = await openExplorer({
    service: { pageSize: 8, totalRows: 23 },
  });
  const facts = liveEndpoints.filter(({ id }) => asked.includes(id));
  expect(facts).toHaveLength(asked.length);
  for (const fact of facts) {
    const goesOn = fact === facts[0] || fact.parentComment;
    const { values, wrong, path, query } = questionFor(fact.id);
    await test.step(fact.id, async () => {
      const before = service.requests.length;
      await shell.choose(fact.id);
      await expect(form.form).toHaveAttribute('data-endpoint', fact.id);
      await form.fillIn({ ...values, [wrong.key]: wrong.value });
      await form.getFirstPage();
      await expect(form.param(wrong.key)).toContainText(wrong.sentence);
      await expect(form.input(wrong.key)).toHaveAttribute('aria-invalid', 'true');
      await expect(form.input(wrong.key)).toBeFocused();
      expect(service.requests.length).toBe(before);

      await form.set(wrong.key, values[wrong.key] ?? '');
      await expect(form.param(wrong.key)).not.toContainText(wrong.sentence);
      await form.getFirstPage();
      const items = service.itemsFor(path, query) as Item[];
      await expect(results.status).toContainText(fact.pages ? 'more available' : 'complete');
      // One item is a card first.
      const views = page.getByRole('radiogroup', { name: 'View' });
      if (fact.id.endsWith('.get')) await views.getByText('Table', { exact: true }).click();
      await results.expectCell(0, 'id', idText(items[0]));
      if (goesOn) {
        const rows = await results.rowCount();
        await results.nextPage();
        await results.expectRows(2 * rows);
        await results.expectCell(rows, 'id', idText(items[rows]));
      }
      await expect(results.next).toBeVisible({ visible: fact.pages });
      const sent = service.requests.slice(before);
      expect(sent.map(({ status }) => status)).toEqual(goesOn ? [200, 200] : [200]);
      expect([sent[0]?.path, sent[0]?.query]).toEqual([path, query]);

      if (!fact.parentComment) return;
      const parent = page.getByRole('region', { name: 'Replying to' });
      await parent.getByRole('button').click();
      await expect(parent).toContainText(values['commentId'] ?? '');
      await results.nextPage();
      await results.expectRows(23);
      await results.goToEnd();
      await results.expectCell(22, 'id', idText(items[22]));
      await expect(results.status).toContainText('complete');
      const { name, bytes } = await results.save();
      expect(name).toMatch(/\.csv$/);
      expectCsvOf(bytes, items);
      expect(service.requests.length).toBe(before + 3);
    });
  }
});

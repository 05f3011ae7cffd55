/**
 * Every live endpoint in the window, against the second server: what the rules refuse is not sent,
 * what is right comes page by page to the end, and the file holds exactly what was sent.
 */
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { expectCsvOf } from '../compare-csv.ts';
import { expect, test } from '../fixtures.ts';

for (const fact of liveEndpoints) {
  const { id } = fact;
  const question = questionFor(id);

  test.describe(id, () => {
    test('a value that breaks a rule shows the rule, and nothing is sent', async ({
      openExplorer,
    }) => {
      const { shell, form, results, service } = await openExplorer();
      await shell.choose(id);
      await expect(form.form).toHaveAttribute('data-endpoint', id);
      await form.fillIn({ ...question.values, [question.wrong.key]: question.wrong.value });
      await form.getFirstPage();
      await expect(form.param(question.wrong.key)).toContainText(question.wrong.sentence);
      await expect(form.input(question.wrong.key)).toHaveAttribute('aria-invalid', 'true');
      await expect(form.input(question.wrong.key)).toBeFocused();
      await expect(results.status).toBeHidden();
      expect(service.requests.length).toBe(0);

      await form.set(question.wrong.key, question.values[question.wrong.key] ?? '');
      await expect(form.param(question.wrong.key)).not.toContainText(question.wrong.sentence);
      await form.getFirstPage();
      await expect(results.grid).toBeVisible();
      expect(service.requests.length).toBe(1);
    });

    test('the rows come page by page to the end, and the CSV holds them all', async ({
      openExplorer,
    }) => {
      const { page, shell, form, results, service } = await openExplorer({
        service: { pageSize: 8, totalRows: 23 },
      });
      const items = service.itemsFor(question.path, question.query) as { id: unknown }[];
      await shell.choose(id);
      await form.fillIn(question.values);
      await form.getFirstPage();
      await expect(results.grid).toBeVisible();

      let rows = await results.rowCount();
      let pages = 1;
      for (; rows < items.length; pages += 1) {
        await expect(results.status).toContainText('more available');
        await results.nextPage();
        const more = Math.min(items.length, (rows / pages) * (pages + 1));
        await results.expectRows(more);
        // The rows before are still there, and the first of the new ones follows them.
        await results.expectCell(0, 'id', idText(items[0]));
        await results.expectCell(rows, 'id', idText(items[rows]));
        await results.goToEnd();
        await results.expectCell(more - 1, 'id', idText(items[more - 1]));
        await results.goToStart();
        rows = more;
      }
      expect(pages).toBe(fact.pages ? 3 : 1);
      expect(service.requests.length).toBe(pages);
      expect(service.requests.every(({ status }) => status === 200)).toBe(true);
      await expect(results.status).toContainText('that was all');
      await expect(results.next).toBeHidden();
      if (fact.parentComment) {
        const parent = page.getByRole('region', { name: 'Replying to' });
        await parent.getByRole('button').click();
        await expect(parent).toContainText(question.values['commentId'] ?? '');
      }

      const { name, bytes } = await results.save();
      expect(name).toMatch(/\.csv$/);
      expectCsvOf(bytes, items);
      expect(service.requests.length).toBe(pages);
    });
  });
}

/** Digits as they were sent, also where a JavaScript number would not hold them. */
function idText(item: { id: unknown } | undefined): string {
  const id = item?.id;
  if (typeof id === 'object' && id !== null && '$n' in id) return String(id.$n);
  return String(id);
}

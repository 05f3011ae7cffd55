/**
 * What goes wrong at the service, on screen: sentence, way out, cost; nothing fetched is lost.
 * Every failure is told in contract/faults.test.ts, its words in unit/renderer/results.
 */
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

const told = ({ results }: Explorer, code: string, cost: RegExp): Promise<void> =>
  test.step(`${code} is told`, async () => {
    await expect(results.problem).toHaveAttribute('data-error-code', code);
    await expect(results.problem).toContainText(cost);
  });

test('[29] a first page that fails: its way out leads on, and only that is paid', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 5, totalRows: 12 } });
  const { page, shell, form, results, service } = explorer;
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });

  await test.step('a question that is refused is changed', async () => {
    service.fail({ kind: 'status', status: 400 });
    await form.getFirstPage();
    await told(explorer, 'invalid_request', /Counted as one call/);
    await page.getByRole('button', { name: 'What happened' }).click();
    await expect(page.getByText('/api/data/microblog/posts/live?q=sea').first()).toBeVisible();
    await results.remedy('Change the question').click();
    await expect(form.input('q')).toBeFocused();
  });

  await test.step('a connection that breaks is tried again by the person only', async () => {
    service.fail({ kind: 'reset' });
    await form.getFirstPage();
    await told(explorer, 'connection', /May have been counted/);
    expect(service.requests.length).toBe(2);
    await results.remedy('Try again').click();
    await results.expectRows(5);
    await expect(results.problem).toBeHidden();
    expect(await shell.calls()).toBe(3);
  });

  await test.step('a service that is gone gets nothing', async () => {
    await service.close();
    await form.fillIn({ q: 'tide' });
    await form.getFirstPage();
    await expect(results.problem).toContainText(/Nothing was sent/);
    await expect(results.remedy('Open Account')).toBeVisible();
    expect(await shell.calls()).toBe(3);
  });
});

test('[29] a later page that fails: the rows stay, and going on repeats none', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 5, totalRows: 43 } });
  const { page, shell, form, results, service } = explorer;
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });

  await test.step('a request that hangs is ended by Stop, and by Escape', async () => {
    service.fail({ kind: 'hang' });
    await form.getFirstPage();
    await results.stop.click();
    await expect(results.status).toContainText('Stopped before the first page');
    await results.nextPage();
    await results.expectRows(5);
    service.fail({ kind: 'hang' });
    await results.nextPage();
    await expect(results.stop).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(results.status).toContainText('5 rows · stopped');
    await results.nextPage();
    await results.expectRows(10);
    expect(service.requests.length).toBe(4);
  });

  await test.step('credits that ran out', async () => {
    const text = await results.cell(0, 'text').innerText();
    service.fail({ kind: 'status', status: 402 });
    await results.nextPage();
    await told(explorer, 'plan_limit', /Counted as one call/);
    await results.expectRows(10);
    await expect(results.cell(0, 'text')).toHaveText(text);
    await results.remedy('Try again').click();
    await results.expectRows(15);
    expect(service.requests.length).toBe(6);
  });

  await test.step('a place in the list that is gone', async () => {
    service.fail({ kind: 'status', status: 410 });
    await results.nextPage();
    await told(explorer, 'cursor_refused', /Counted as one call/);
    await results.expectRows(15);
    await expect(results.next).toBeHidden();
    await results.remedy('Run again from the start').click();
    await expect(results.problem).toBeHidden();
    await results.expectRows(5);
    expect(service.requests.length).toBe(8);
  });
});

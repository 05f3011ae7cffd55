/** What goes wrong at the service, on screen: sentence, way out, cost; nothing fetched is lost. */
import { faultCases } from '#test/support/faults-table.ts';
import type { FaultCase } from '#test/support/faults-table.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

const costWords: Readonly<Record<FaultCase['call'], RegExp>> = {
  answered: /Counted as one call/,
  unanswered: /May have been counted/,
  notSent: /Nothing was sent/,
  noCall: /No metered call was made/,
};

const remedyWords: Readonly<Record<FaultCase['remedies'][number], string | RegExp>> = {
  tryAgain: 'Try again',
  trySavingAgain: 'Try saving again',
  runAgain: 'Run again from the start',
  openAccount: 'Open Account',
  useStoredData: 'Use stored data',
  // A 400 that names no parameter points at none.
  changeParameter: /^Change (?:“Words to search for”|the question)$/,
};

/** `hang` ends by the timeout of the settings; a busy computer needs the usual one elsewhere. */
const settingsFor = ({
  fault,
}: FaultCase): { settings?: { preferences: { timeoutSeconds: number } } } =>
  fault.kind === 'hang' ? { settings: { preferences: { timeoutSeconds: 3 } } } : {};

async function askFirst({ shell, form }: Explorer): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
}

async function expectProblem(
  { results }: Explorer,
  expected: Pick<FaultCase, 'code' | 'call' | 'remedies'>,
): Promise<void> {
  await expect(results.problem).toHaveAttribute('data-error-code', expected.code, {
    timeout: 20_000,
  });
  await expect(results.problem).toContainText(costWords[expected.call]);
  for (const remedy of expected.remedies) {
    await expect(results.remedy(remedyWords[remedy])).toBeVisible();
  }
}

test.describe('[29] on the first page', () => {
  for (const expected of faultCases) {
    test(expected.name, async ({ openExplorer }) => {
      const explorer = await openExplorer(settingsFor(expected));
      const { form, results, service, shell, page } = explorer;
      service.fail(expected.fault, 3);
      await askFirst(explorer);
      if (expected.retried) {
        await expect(results.status).toContainText(/Trying again.*\(attempt [23] of 3\)/);
      }
      await expectProblem(explorer, expected);
      const requests = expected.retried ? 3 : 1;
      expect(service.requests.length).toBe(requests);
      expect(await shell.calls()).toBe(requests);

      await page.getByRole('button', { name: 'What happened' }).click();
      await expect(page.getByText('/api/data/microblog/posts/live?q=sea').first()).toBeVisible();

      service.recover();
      const [best] = expected.remedies;
      if (best === 'tryAgain') {
        await results.remedy('Try again').click();
      } else {
        if (best === 'changeParameter') {
          await results.remedy(remedyWords.changeParameter).click();
          await expect(form.input('q')).toBeFocused();
        }
        await form.getFirstPage();
      }
      await results.expectRows(20);
      await expect(results.problem).toBeHidden();
      expect(service.requests.length).toBe(requests + 1);
    });
  }

  test('a service that is not there: nothing was sent', async ({ openExplorer }) => {
    const explorer = await openExplorer();
    await explorer.service.close();
    await askFirst(explorer);
    await expectProblem(explorer, {
      code: 'connection',
      call: 'notSent',
      remedies: ['tryAgain', 'openAccount'],
    });
    expect(await explorer.shell.calls()).toBe(0);
  });
});

test.describe('[29] on a later page', () => {
  const bound = new Set([400, 404, 410]);
  const speaksOfCursor = ({ fault }: FaultCase): boolean =>
    fault.kind === 'status' && bound.has(fault.status);

  for (const expected of faultCases.filter((one) => !speaksOfCursor(one))) {
    test(`${expected.name}: the rows stay and going on repeats no page`, async ({
      openExplorer,
    }) => {
      const explorer = await openExplorer(settingsFor(expected));
      const { form, results, service } = explorer;
      await askFirst(explorer);
      await results.expectRows(20);
      await expect(results.cell(0, 'text')).not.toBeEmpty();
      const firstText = await results.cell(0, 'text').innerText();
      service.fail(expected.fault, 3);
      await results.nextPage();
      await expectProblem(explorer, expected);
      await results.expectRows(20);
      await expect(results.cell(0, 'text')).toHaveText(firstText);

      service.recover();
      const before = service.requests.length;
      if (expected.remedies.includes('tryAgain')) {
        await results.remedy('Try again').click();
        await results.expectRows(40);
      } else {
        await form.getFirstPage();
        await results.expectRows(20);
      }
      await expect(results.problem).toBeHidden();
      expect(service.requests.length).toBe(before + 1);
    });
  }

  for (const expected of faultCases.filter(speaksOfCursor)) {
    test(`${expected.name}: the place in the list is gone, the rows are not`, async ({
      openExplorer,
    }) => {
      const explorer = await openExplorer();
      const { results, service, page } = explorer;
      await askFirst(explorer);
      await results.expectRows(20);
      service.fail(expected.fault);
      await results.nextPage();
      await expectProblem(explorer, {
        code: 'cursor_refused',
        call: 'answered',
        remedies: ['runAgain'],
      });
      await results.expectRows(20);
      await expect(results.next).toBeHidden();
      await page.getByRole('button', { name: 'Run again from the start', exact: true }).click();
      await expect(results.problem).toBeHidden();
      await results.expectRows(20);
      expect(service.requests.length).toBe(3);
    });
  }
});

test('a request that hangs is ended by Stop, and going on works', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { results, service } = explorer;
  service.fail({ kind: 'hang' });
  await askFirst(explorer);
  await results.stop.click();
  await expect(results.status).toContainText('Stopped before the first page');
  await results.nextPage();
  await results.expectRows(20);
  expect(service.requests.length).toBe(2);
});

test('Escape stops as the button does', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { results, service, page } = explorer;
  await askFirst(explorer);
  await results.expectRows(20);
  service.fail({ kind: 'hang' });
  await results.nextPage();
  await expect(results.stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(results.status).toContainText('20 rows · stopped');
  await results.expectRows(20);
});

test('[27] an empty page that promises more is no end', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { results, service } = explorer;
  service.fail({ kind: 'emptyPage' });
  await askFirst(explorer);
  await expect(results.status).toContainText('1 page · 0 rows · more available');
  await results.nextPage();
  await results.expectRows(20);
});

test('[27] a cursor that comes again ends the run, and says why', async ({ openExplorer }) => {
  const explorer = await openExplorer();
  const { results, service } = explorer;
  await askFirst(explorer);
  await results.expectRows(20);
  service.fail({ kind: 'repeatedCursor' });
  await results.nextPage();
  await results.expectRows(40);
  await expect(results.status).toContainText('named the same place twice');
  await expect(results.next).toBeHidden();
});

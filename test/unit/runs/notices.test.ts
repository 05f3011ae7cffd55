import { expect, it } from 'vitest';
import { catalogue } from '#main/catalogue/index.ts';
import { unshownNotices } from '#main/core/runs/notices.ts';

const file = { file: 'page-2', bytes: 70 * 1024 ** 2, sha256: '', why: 'tooLarge' as const };

it('a page that can’t be shown is named; a single item has no page', () => {
  const pages = [{ page: 2, file }];
  const account = catalogue.resources.find(({ id }) => id === 'microblog.user')!;
  const said = (single: typeof account | null) => unshownNotices(pages, single)[0]?.message;
  expect(said(null)).toMatch(
    /^Page 2 is too large to show \(70 MB\), so its rows are missing from/,
  );
  expect(said(account)).toMatch(
    /^The account is too large to show \(70 MB\), so it is missing from/,
  );
});

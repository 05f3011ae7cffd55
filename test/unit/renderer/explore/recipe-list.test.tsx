// @vitest-environment happy-dom
/** A recipe that was made with a list: its form asks for the list, and says whether it is the same. */
import { expect, it } from 'vitest';
import { wantedWords } from '#renderer/features/explore/list/list-words.ts';
import { openRecipeTabs } from '#renderer/state/recipe.ts';
import { takeAskForList } from '#renderer/state/lists.ts';
import { useApp } from '#renderer/state/app.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { everyRow } from '#shared/contract/view.ts';
import { makeSnapshot } from '../make.ts';

const list = { keys: ['username'], count: 4, perInput: 1, perCall: 1, valuesSha256: 'a' };
const endpointId = 'microblog.posts.by-user';

it('the tab keeps what the recipe says of its list, which is asked for once', () => {
  useApp.setState({ snapshot: makeSnapshot() });
  const query = { endpointId, values: {}, fields: [] };
  const service = { profileId: 'sample', address: 'x' };
  const asked = { title: 'Posts: list of 4', query, service, pages: 4, limit: null };
  const spec = { view: everyRow };
  openRecipeTabs({ queries: [{ ...asked, list }], spec, notices: [] } as unknown as Parameters<
    typeof openRecipeTabs
  >[0]);
  const tab = useApp.getState().snapshot?.workspace.tabs.at(-1);
  expect(tab).toMatchObject({ query, recipeList: list });
  expect([takeAskForList(tab?.id ?? ''), takeAskForList(tab?.id ?? '')]).toEqual([true, false]);
});

it('says whether a list is the recipe’s, as far as the recipe says', () => {
  const endpoint = catalogue.endpoints.find(({ id }) => id === endpointId);
  const parameter = endpoint!.parameters.find(({ key }) => key === 'username')!;
  const words = (
    given: { different: number; valuesSha256: string } | null,
    hash = 'a' as string | null,
  ) =>
    wantedWords(parameter, { ...list, valuesSha256: hash }, given).replace(
      /^.* with 4 accounts/,
      '',
    );
  expect(words(null)).toBe('. It doesn’t hold them, because they may name people.');
  expect(words({ different: 4, valuesSha256: 'a' })).toBe(': these are the same.');
  expect(words({ different: 4, valuesSha256: 'b' })).toBe(', but not with these.');
  expect(words({ different: 3, valuesSha256: 'b' })).toBe(': this is another list.');
  expect(words({ different: 4, valuesSha256: 'b' }, null)).toBe(
    ', too. It doesn’t say whether these are the same.',
  );
});

/** Methods around exports: recipes that are opened, pseudonyms, files saved unchanged. */
import type { OpenedRecipe } from '#shared/contract/recipe.ts';
import type { CorePorts } from '../core.ts';
import type { Handlers } from '../dispatch.ts';
import { refused } from '../problem-error.ts';
import type { FileMakers, FileToSave, SaveAs } from '../save-as.ts';
import type { PseudonymSecrets } from './privacy/secret.ts';

type ExportMethod = Extract<
  keyof Handlers,
  'file.save' | 'recipe.open' | 'recipe.take' | `pseudonyms.${string}`
>;

export function createExportHandlers({
  ports,
  saveAs,
  makers,
  openRecipe,
  secrets,
}: {
  ports: Pick<CorePorts, 'takeGivenRecipe' | 'report'>;
  saveAs: SaveAs;
  makers: FileMakers;
  openRecipe: (text: string) => OpenedRecipe;
  secrets: PseudonymSecrets;
}): Pick<Handlers, ExportMethod> {
  return {
    'recipe.open': async ({ text }) => openRecipe(text),
    'recipe.take': async () => {
      const given = ports.takeGivenRecipe?.() ?? Promise.resolve(null);
      const text = await given.catch((error: unknown) => {
        ports.report(error);
        throw refused(
          'The file that was opened can’t be read.',
          'Check whether it is still there, and open it again.',
        );
      });
      return { recipe: text === null ? null : openRecipe(text) };
    },
    'pseudonyms.status': () => secrets.status(),
    'pseudonyms.useSecret': ({ secret, replace }) => secrets.use(secret, replace),

    async 'file.save'({ file }) {
      // The compiler can't pair a member of a union with that of a map.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const make = makers[file.of] as (one: typeof file) => Promise<FileToSave>;
      return saveAs(await make(file));
    },
  };
}

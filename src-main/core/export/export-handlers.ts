/** Methods around exports: recipes, pseudonyms, files saved unchanged. */
import type { OpenedRecipe } from '#shared/contract/export/methods-sheet.ts';
import type { CorePorts } from '../core.ts';
import type { Handlers } from '../dispatch.ts';
import { refused } from '../problem-error.ts';
import type { SaveAs } from '../save-as.ts';
import type { RunEngine } from '../runs/engine.ts';
import type { PseudonymSecrets } from './privacy/secret.ts';
import { saveFile, savePicture, saveSecret } from './save-files.ts';

type ExportMethod = Extract<
  keyof Handlers,
  `export.save${string}` | 'recipe.open' | 'recipe.take' | `pseudonyms.${string}`
>;

export function createExportHandlers({
  ports,
  saveAs,
  engine,
  openRecipe,
  secrets,
}: {
  ports: Pick<CorePorts, 'takeGivenRecipe' | 'report'>;
  saveAs: SaveAs;
  engine: RunEngine;
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
    'pseudonyms.saveSecret': () => saveSecret(secrets, saveAs),
    'pseudonyms.useSecret': ({ secret, replace }) => secrets.use(secret, replace),

    'export.saveFile': async ({ runId, page }) => saveFile(await engine.live(runId), page, saveAs),

    'export.savePicture': async ({ runId, ...picture }) =>
      savePicture(await engine.live(runId), picture, saveAs),
  };
}

/** *Open recipe…*: the methods sheet of a saved file back into filled-in forms. */
import { FileInput } from 'lucide-react';
import { useState } from 'react';
import type { Result } from '#shared/contract/result.ts';
import type { Recipe } from '#shared/export/methods-sheet.ts';
import { ChooseSheet } from './ChooseSheet.tsx';
import { RecipeDialog } from './RecipeDialog.tsx';

export function OpenRecipe() {
  const [read, setRead] = useState<Result<Recipe> | null>(null);
  return (
    <>
      <ChooseSheet variant="default" leftSection={<FileInput aria-hidden />} onRead={setRead}>
        Open recipe…
      </ChooseSheet>
      <RecipeDialog read={read} onRead={setRead} onClose={() => setRead(null)} />
    </>
  );
}

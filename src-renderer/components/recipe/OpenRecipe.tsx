/** *Open recipe…*: the methods sheet of a saved file back into filled-in forms. */
import { Button, FileButton } from '@mantine/core';
import { FileInput } from 'lucide-react';
import { useState } from 'react';
import type { Result } from '#shared/contract/result.ts';
import { maxSheetLength, type Recipe } from '#shared/export/methods-sheet.ts';
import { readRecipe } from '../../state/recipe.ts';
import { RecipeDialog } from './RecipeDialog.tsx';

export function OpenRecipe() {
  const [read, setRead] = useState<Result<Recipe> | null>(null);

  const take = async (file: File | null): Promise<void> => {
    if (file !== null) setRead(await readRecipe(await beginningOf(file)));
  };
  return (
    <>
      <FileButton accept=".json" onChange={(file) => void take(file)}>
        {(props) => (
          <Button size="xs" variant="default" leftSection={<FileInput aria-hidden />} {...props}>
            Open recipe…
          </Button>
        )}
      </FileButton>
      <RecipeDialog read={read} onClose={() => setRead(null)} />
    </>
  );
}

/** A file that is too long is cut, so that it is refused as none that can be read. */
const beginningOf = async (file: File): Promise<string> =>
  (await file.slice(0, maxSheetLength * 4).text()).slice(0, maxSheetLength);

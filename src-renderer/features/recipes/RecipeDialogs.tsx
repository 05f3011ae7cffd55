/** The dialog of a recipe that is open, wherever the person came from. Drawn once, in the frame. */
import { useState } from 'react';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { closeRecipeDialog, useRecipes, type RecipesState } from '../../state/recipes.ts';
import { RecipeForm } from './RecipeForm.tsx';
import { StartForm } from './StartForm.tsx';

export function RecipeDialogs() {
  const open = useRecipes(({ dialog }) => dialog);
  // Still drawn while the dialog fades away.
  const [shown, setShown] = useState<RecipesState['dialog']>(open);
  if (open !== null && open !== shown) setShown(open);
  return (
    <Dialog
      opened={open !== null}
      onClose={closeRecipeDialog}
      title={shown === null ? '' : titleOf(shown)}
      size={600}
    >
      {shown?.kind === 'draft' && (
        <RecipeForm key={shown.draft.saved.id} draft={shown.draft} onClose={closeRecipeDialog} />
      )}
      {shown?.kind === 'start' && <StartForm recipe={shown.recipe} onClose={closeRecipeDialog} />}
    </Dialog>
  );
}

function titleOf(dialog: NonNullable<RecipesState['dialog']>): string {
  if (dialog.kind === 'start') return `Run “${dialog.recipe.name}”`;
  return dialog.draft.isNew ? 'Save as recipe' : 'Edit recipe';
}

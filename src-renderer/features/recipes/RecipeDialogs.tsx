/** The dialog of a recipe that is open, wherever the person came from. Drawn once, in the frame. */
import { DialogOf } from '../../components/dialog/Dialog.tsx';
import { closeRecipeDialog, useRecipes, type RecipesState } from '../../state/recipes.ts';
import { RecipeForm } from './RecipeForm.tsx';
import { StartForm } from './StartForm.tsx';

export function RecipeDialogs() {
  const open = useRecipes(({ dialog }) => dialog);
  return (
    <DialogOf of={open} onClose={closeRecipeDialog} title={titleOf} size={600}>
      {(shown) =>
        shown.kind === 'draft' ? (
          <RecipeForm key={shown.draft.saved.id} draft={shown.draft} onClose={closeRecipeDialog} />
        ) : (
          <StartForm recipe={shown.recipe} onClose={closeRecipeDialog} />
        )
      }
    </DialogOf>
  );
}

function titleOf(dialog: NonNullable<RecipesState['dialog']>): string {
  if (dialog.kind === 'start') return `Run “${dialog.recipe.name}”`;
  return dialog.draft.isNew ? 'Save as recipe' : 'Edit recipe';
}

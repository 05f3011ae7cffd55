import { useApp } from '../../state/app.ts';
import { RecipeDialog } from './RecipeDialog.tsx';

/** The file that the program was opened with: a double click on a methods sheet. */
export function GivenRecipe() {
  const given = useApp((state) => state.givenRecipe);
  return (
    <RecipeDialog
      read={given}
      onRead={(givenRecipe) => useApp.setState({ givenRecipe })}
      onClose={() => useApp.setState({ givenRecipe: null })}
    />
  );
}

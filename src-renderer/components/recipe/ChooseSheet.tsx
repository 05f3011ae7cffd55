import { Button, FileButton, type ButtonProps } from '@mantine/core';
import type { Result } from '#shared/contract/result.ts';
import type { Recipe } from '#shared/export/methods-sheet.ts';
import { readRecipe } from '../../state/recipe.ts';

interface ChooseSheetProps extends Pick<ButtonProps, 'variant' | 'leftSection' | 'children'> {
  onRead: (read: Result<Recipe>) => void;
}

/** A button that asks for a methods sheet's file and has it read. */
export function ChooseSheet({ onRead, ...looks }: ChooseSheetProps) {
  const take = async (file: File | null): Promise<void> => {
    if (file !== null) onRead(await readRecipe(file));
  };
  return (
    <FileButton accept=".json" onChange={(file) => void take(file)}>
      {(props) => <Button size="xs" {...looks} {...props} />}
    </FileButton>
  );
}

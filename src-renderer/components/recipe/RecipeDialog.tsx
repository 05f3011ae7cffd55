/** What a saved file says of how it was made, and the way into its forms; or why it can't be read. */
import { Text, Stack, Button, type ButtonProps, FileButton } from '@mantine/core';
import { useState } from 'react';
import { FileInput } from 'lucide-react';
import type { Result } from '#shared/contract/result.ts';
import type { Recipe } from '#shared/contract/export/methods-sheet.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { knownQueries, openRecipeTabs, readRecipe } from '../../state/recipe.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { ProblemText } from '../problems/ProblemCard.tsx';
import { countOf } from '../words.ts';
import classes from '../texts.module.css';
import { useApp } from '../../state/app.ts';

/** @param read Null: closed. */
export function RecipeDialog({
  read,
  onRead,
  onClose,
}: {
  read: Result<Recipe> | null;
  /** Another file was chosen, because the one before was no methods sheet. */
  onRead: (read: Result<Recipe>) => void;
  onClose: () => void;
}) {
  // Still drawn while the dialog fades away.
  const [shown, setShown] = useState(read);
  if (read !== null && read !== shown) setShown(read);

  const open = (recipe: Recipe): void => {
    onClose();
    openRecipeTabs(recipe);
  };
  return (
    <Dialog opened={read !== null} onClose={onClose} title="Recipe" size={520}>
      {shown !== null && !shown.ok && (
        <Stack gap={12}>
          <ProblemText problem={shown.error} />
          <DialogButtons>
            <ChooseSheet onRead={onRead}>Choose another file…</ChooseSheet>
          </DialogButtons>
        </Stack>
      )}
      {shown?.ok === true && <Contents recipe={shown.value} onOpen={() => open(shown.value)} />}
    </Dialog>
  );
}

function Contents({ recipe, onOpen }: { recipe: Recipe; onOpen: () => void }) {
  const known = knownQueries(recipe).length;
  return (
    <Stack gap={12}>
      <p>
        This file was made from {countOf(recipe.queries.length, 'question')}. Opening fills in the
        form{recipe.queries.length === 1 ? '' : 's'}, with the limit, the filters and the order it
        was saved in; nothing is asked until you ask.
      </p>
      <ul className={classes.queries}>
        {recipe.queries.map(({ title, pages, limit, service }, at) => (
          // Two runs may have asked the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <span dir="auto">{title}</span>
            <Text span inherit fz={12} c="var(--text-2)">
              {limit?.rows == null ? countOf(pages, 'page') : `up to ${countOf(limit.rows, 'row')}`}
              , {service.profileId === sampleProfileId ? 'sample service' : service.address}
            </Text>
          </li>
        ))}
      </ul>
      {recipe.notices.map((notice) => (
        <p key={notice} role="note" className={classes.notice}>
          {notice}
        </p>
      ))}
      <DialogButtons>
        <Button disabled={known === 0} onClick={onOpen} data-autofocus>
          {known === 1 ? 'Open the form' : `Open ${countOf(known, 'form')}`}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

interface ChooseSheetProps extends Pick<ButtonProps, 'variant' | 'leftSection' | 'children'> {
  onRead: (read: Result<Recipe>) => void;
}

/** A button that asks for a saved file or its methods sheet, and has it read. */
function ChooseSheet({ onRead, ...looks }: ChooseSheetProps) {
  const take = async (file: File | null): Promise<void> => {
    if (file !== null) onRead(await readRecipe(file));
  };
  return (
    <FileButton accept=".json,.md,.xlsx,.zip" onChange={(file) => void take(file)}>
      {(props) => <Button size="xs" {...looks} {...props} />}
    </FileButton>
  );
}

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

/** *Open recipe…*: a saved file or its methods sheet back into filled-in forms. */
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

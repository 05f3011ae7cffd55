/** What a methods sheet holds, and the way into its forms; or why it can't be read. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Result } from '#shared/contract/result.ts';
import type { Recipe } from '#shared/export/methods-sheet.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { knownQueries, openRecipeTabs } from '../../state/recipe.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { ProblemText } from '../problems/ProblemText.tsx';
import { countOf } from '../words.ts';
import { ChooseSheet } from './ChooseSheet.tsx';
import classes from './OpenRecipe.module.css';

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
        <div className={classes.contents}>
          <ProblemText problem={shown.error} />
          <DialogButtons>
            <ChooseSheet onRead={onRead}>Choose another file…</ChooseSheet>
          </DialogButtons>
        </div>
      )}
      {shown?.ok === true && <Contents recipe={shown.value} onOpen={() => open(shown.value)} />}
    </Dialog>
  );
}

function Contents({ recipe, onOpen }: { recipe: Recipe; onOpen: () => void }) {
  const known = knownQueries(recipe).length;
  return (
    <div className={classes.contents}>
      <p>
        The file was made from {countOf(recipe.queries.length, 'question')}. Opening fills in the
        form{recipe.queries.length === 1 ? '' : 's'}, with the filters and the order it was saved
        in; nothing is asked until you ask.
      </p>
      <ul className={classes.queries}>
        {recipe.queries.map(({ title, pages, service }, at) => (
          // Two runs may have asked the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <span dir="auto">{title}</span>
            <span className={classes.note}>
              {countOf(pages, 'page')},{' '}
              {service.profileId === sampleProfileId ? 'sample service' : service.address}
            </span>
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
    </div>
  );
}

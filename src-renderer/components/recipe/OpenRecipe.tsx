/** *Open recipe…*: the methods sheet of a saved file back into filled-in forms. */
import { Button, FileButton, Modal } from '@mantine/core';
import { FileInput } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { maxSheetLength, type Recipe } from '#shared/export/methods-sheet.ts';
import { knownQueries, openRecipeTabs, readRecipe } from '../../state/recipe.ts';
import { ProblemText } from '../ProblemText.tsx';
import { countOf } from '../words.ts';
import classes from './OpenRecipe.module.css';

type Read = { recipe: Recipe } | { problem: Problem };

export function OpenRecipe() {
  const [read, setRead] = useState<Read | null>(null);
  const [isOpen, setOpen] = useState(false);

  const take = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const result = await readRecipe(await beginningOf(file));
    setRead(result.ok ? { recipe: result.value } : { problem: result.error });
    setOpen(true);
  };
  const open = (recipe: Recipe): void => {
    setOpen(false);
    openRecipeTabs(recipe);
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
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Recipe" size={520}>
        {read !== null && 'problem' in read && <ProblemText problem={read.problem} />}
        {read !== null && 'recipe' in read && (
          <Contents recipe={read.recipe} onOpen={() => open(read.recipe)} />
        )}
      </Modal>
    </>
  );
}

/** A file that is too long is cut, so that it is refused as none that can be read. */
const beginningOf = async (file: File): Promise<string> =>
  (await file.slice(0, maxSheetLength * 4).text()).slice(0, maxSheetLength);

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
              {service.profileId === 'sample' ? 'sample service' : service.address}
            </span>
          </li>
        ))}
      </ul>
      {recipe.notices.map((notice) => (
        <p key={notice} role="note" className={classes.notice}>
          {notice}
        </p>
      ))}
      <div className={classes.buttons}>
        <Button disabled={known === 0} onClick={onOpen} data-autofocus>
          {known === 1 ? 'Open the form' : `Open ${countOf(known, 'form')}`}
        </Button>
      </div>
    </div>
  );
}

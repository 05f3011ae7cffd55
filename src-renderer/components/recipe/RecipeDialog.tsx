/** How a saved file was made, and a button that opens its forms; or why the file can't be read. */
import { Text, Group, Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FileInput } from 'lucide-react';
import type { Result } from '#shared/contract/result.ts';
import type { OpenedRecipe, Recipe } from '#shared/contract/recipe.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { knownQueries, openRecipeTabs, readRecipe, addRecipe } from '#renderer/state/recipes.ts';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import { DialogBody, DialogButtons, DialogForm, DialogOf } from '../dialog/Dialog.tsx';
import { FileButton } from '../buttons.tsx';
import { RowList } from '../page/Page.tsx';
import { ProblemText } from '../problems/ProblemCard.tsx';
import { countOf } from '../words.ts';

interface RecipeDialogProps {
  /** Null: closed. */
  read: Result<OpenedRecipe> | null;
  /** Another file was chosen, because the previous one was not a methods sheet. */
  onRead: (read: Result<OpenedRecipe>) => void;
  onClose: () => void;
}

const RecipeDialog = ({ read, onRead, onClose }: RecipeDialogProps) => (
  <DialogOf of={read} onClose={onClose} title="Recipe" size={520}>
    {(shown) =>
      shown.ok ? (
        <Contents opened={shown.value} />
      ) : (
        <DialogBody>
          <ProblemText problem={shown.error} />
          <DialogButtons>
            <ChooseSheet onRead={onRead}>Choose another file…</ChooseSheet>
          </DialogButtons>
        </DialogBody>
      )
    }
  </DialogOf>
);

function Contents({ opened }: { opened: OpenedRecipe }) {
  const isKnown = opened.kind === 'questions';
  const known = isKnown ? knownQueries(opened).length : 0;
  const forms = known === 1 ? 'Open the form' : `Open ${countOf(known, 'form')}`;
  return (
    <DialogForm
      submit={isKnown ? forms : 'Add to recipes'}
      isDisabled={isKnown && known === 0}
      cancel={null}
      focus="submit"
      act={() => {
        if (!isKnown) return addRecipe(opened.recipe);
        openRecipeTabs(opened);
        return null;
      }}
    >
      {isKnown ? <Questions recipe={opened} /> : <Steps recipe={opened.recipe} />}
      {opened.notices.map((notice) => (
        <Text
          key={notice}
          role="note"
          size="xs"
          px={12}
          py={8}
          bdrs="sm"
          bg="var(--warn-soft)"
          c="var(--warn)"
        >
          {notice}
        </Text>
      ))}
    </DialogForm>
  );
}

const Questions = ({ recipe }: { recipe: Recipe }) => (
  <>
    <p>
      This file was made from {countOf(recipe.queries.length, 'question')}. Opening it fills in the
      form{recipe.queries.length === 1 ? '' : 's'} with the limit, filters and sort order it was
      saved with. Nothing is sent until you ask.
    </p>
    <RowList mah={240}>
      {recipe.queries.map(({ title, pages, limit, service }, at) => (
        // Two runs may have asked the same.
        // oxlint-disable-next-line react/no-array-index-key
        <Entry key={at}>
          <span dir="auto">{title}</span>
          <Text span inherit fz={12} c="var(--text-2)">
            {limit?.rows == null ? countOf(pages, 'page') : `up to ${countOf(limit.rows, 'row')}`},{' '}
            {service.profileId === sampleProfileId ? 'sample service' : service.address}
          </Text>
        </Entry>
      ))}
    </RowList>
  </>
);

const Entry = (props: { children: ReactNode }) => (
  <Group component="li" gap={12} wrap="nowrap" justify="space-between" px={12} py={7} {...props} />
);

function Steps({ recipe: { name, steps } }: { recipe: StepRecipe }) {
  const endpoints = useSnapshot(({ catalogue }) => catalogue.endpoints);
  const titleOf = (id: string): string => endpoints.find((one) => one.id === id)?.title ?? id;
  return (
    <>
      <p>
        “<bdi>{name}</bdi>” asks {countOf(steps.length, 'question')}, one after the other. Adding it
        to your recipes asks nothing.
      </p>
      <RowList ordered mah={240}>
        {steps.map(({ query }, at) => (
          // Two steps may ask the same.
          // oxlint-disable-next-line react/no-array-index-key
          <Entry key={at}>
            {at + 1}. {titleOf(query.endpointId)}
          </Entry>
        ))}
      </RowList>
    </>
  );
}

interface ChooseSheetProps extends Pick<ButtonProps, 'variant' | 'leftSection' | 'children'> {
  onRead: (read: Result<OpenedRecipe>) => void;
}

/** A button that asks for a saved file or its methods sheet, and reads it. */
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

/** The file that the program was opened with, by a double click on a methods sheet. */
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

/** *Open recipe…*: opens a saved file or its methods sheet as filled-in forms. */
export function OpenRecipe() {
  const [read, setRead] = useState<Result<OpenedRecipe> | null>(null);
  return (
    <>
      <ChooseSheet variant="default" leftSection={<FileInput />} onRead={setRead}>
        Open recipe…
      </ChooseSheet>
      <RecipeDialog read={read} onRead={setRead} onClose={() => setRead(null)} />
    </>
  );
}

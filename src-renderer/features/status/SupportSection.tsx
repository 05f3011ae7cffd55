/** The support bundle: previewed before it is saved, and saved exactly as previewed. */
import { Text, Button, Checkbox } from '@mantine/core';
import { FileSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SupportPreview } from '#shared/contract/saved.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { Card, CardRow, Section } from '#renderer/components/page/Page.tsx';
import { DialogBody, DialogButtons, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { PlainText } from '#renderer/components/texts.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { bytesInWords } from '#renderer/components/words.ts';
import { useApp } from '#renderer/state/app.ts';
import { previewSupport, saveSupport } from '#renderer/state/exports.ts';

/** @param isPageRead whether everything above has its final height. */
export function SupportSection({ isPageRead }: { isPageRead: boolean }) {
  const [withQuestions, setWithQuestions] = useState(false);
  const [preview, setPreview] = useState<SupportPreview | null>(null);
  const looking = useAction();
  const previewButton = useRef<HTMLButtonElement>(null);
  const isAsked = useApp(({ isSupportAsked }) => isSupportAsked);
  const wasAsked = useRef(false);
  useEffect(() => {
    const button = previewButton.current;
    if (isAsked) {
      useApp.setState({ isSupportAsked: false });
      button?.focus({ preventScroll: true });
      wasAsked.current = true;
    }
    // Scrolls again when the content above has grown, unless the person moved the focus elsewhere.
    const isHere = wasAsked.current && button === document.activeElement;
    if (isHere) button?.scrollIntoView({ block: 'center' });
    if (isPageRead) wasAsked.current = false;
  }, [isAsked, isPageRead]);
  const close = (): void => setPreview(null);
  const look = async () => {
    const made = await previewSupport(withQuestions);
    if (made.ok) setPreview(made.value);
    return made.ok ? null : made.error;
  };

  return (
    <Section title="Support bundle">
      <Card>
        <CardRow
          icon={<FileSearch />}
          title="One file for whoever helps you"
          detail={
            <>
              <p>
                Versions, settings, the last failures with what the service said, counted calls and
                the state of what is saved. Never a key. You read it before it is saved, and nothing
                is sent anywhere.
              </p>
              <Checkbox
                mt={8}
                label="Include what was asked: search words, names and IDs of failed questions"
                checked={withQuestions}
                onChange={(event) => setWithQuestions(event.currentTarget.checked)}
              />
            </>
          }
          actions={
            <SmallButton
              ref={previewButton}

              loading={looking.busy}
              onClick={() => looking.run(look)}
            >
              Preview…
            </SmallButton>
          }
        />
      </Card>
      <ActionProblem action={looking} />
      <DialogOf of={preview} onClose={close} title="Support bundle" size="xl">
        {(shown) => <Preview preview={shown} onClose={close} />}
      </DialogOf>
    </Section>
  );
}

function Preview({ preview, onClose }: { preview: SupportPreview; onClose: () => void }) {
  const saving = useAction();

  return (
    <DialogBody>
      <Text inherit c="var(--text-2)">
        This is all that will be in the file ({bytesInWords(new Blob([preview.text]).size)}).
      </Text>
      <PlainText label="The support bundle’s text" text={preview.text} />
      <ActionProblem action={saving} />
      <DialogButtons>
        <CopyButton variant="default" text={() => preview.text}>
          Copy
        </CopyButton>
        <Button
          loading={saving.busy}
          onClick={() =>
            saving.run(() => saveAndReport(saveSupport(preview.id), { onSaved: onClose }))
          }
        >
          Save…
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}

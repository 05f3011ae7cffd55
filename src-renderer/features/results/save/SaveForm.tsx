import { Checkbox } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { formats } from '#shared/export/formats.ts';
import { useColumnLayout } from '#renderer/state/workspace.ts';
import type { ExportChoice } from '#renderer/state/exports.ts';
import { arrangeByLayout } from '../columns/layout.ts';
import { Adjust } from './Adjust.tsx';
import { adjustments, firstChoices, isChoosable, presetOf, specOf, withPreset } from './choices.ts';
import type { SaveChoices } from './choices.ts';
import { OtherRuns } from './OtherRuns.tsx';
import { Part } from './Part.tsx';
import { PresetList } from './PresetList.tsx';
import { Preview } from './Preview.tsx';
import { PrivacyPart } from './PrivacyPart.tsx';
import type { SaveDialogProps } from './SaveDialog.tsx';
import classes from './SaveDialog.module.css';
import { SaveFoot } from './SaveFoot.tsx';
import { rememberUsual, usualChoices } from './usual.ts';
import type { Saving } from './use-saving.ts';
import { WhatIsSaved } from './WhatIsSaved.tsx';

interface SaveFormProps extends Omit<SaveDialogProps, 'isOpen'> {
  saving: Saving;
  onSave: (spec: ExportChoice) => void;
  onCancel: () => void;
}

export function SaveForm(props: SaveFormProps) {
  const { run, resource, view, opened, columns, duplicates, saving } = props;
  const [choices, setChoices] = useState(() => firstChoices(usualChoices(), view));
  const change = (changed: Partial<SaveChoices>): void => setChoices({ ...choices, ...changed });
  const [isLooking, setLooking] = useState(false);
  const layout = useColumnLayout(run.resource);
  const shownFields = arrangeByLayout(columns, layout)
    .filter(({ isHidden }) => !isHidden)
    .map(({ field }) => field);
  const identity = resource?.identity ?? duplicates?.field ?? null;
  const spec = specOf(choices, { runId: run.id, view, shownFields, identity });
  const { format } = choices;
  const adjusted = adjustments(choices);
  const form = useFocusOnReturn(saving);
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLooking || saving.kind === 'under way' || saving.kind === 'saved') return;
        rememberUsual(choices);
        props.onSave(spec);
      }}
    >
      <div className={classes.choices}>
        <PresetList
          value={choices.presetId}
          onChange={(id) => setChoices(withPreset(choices, id))}
        />
        <div className={classes.main}>
          <div className={classes.parts}>
            <p className={classes.about}>{presetOf(choices.presetId).line}</p>
            {isChoosable(choices) ? (
              <WhatIsSaved
                {...{ run, view, opened, shownFields, identity, choices }}
                duplicates={duplicates?.count ?? null}
                onChange={change}
              />
            ) : (
              <p className={classes.note}>{formats[format.kind].line}</p>
            )}
            <Checkbox
              label="Methods sheet"
              description="Two small files beside it that say how the data were made: one to read and to cite, one that opens as a filled-in form again."
              checked={choices.methods}
              onChange={(event) => change({ methods: event.currentTarget.checked })}
            />
            {formats[format.kind].options.length > 0 && (
              <Part
                title="Adjust"
                summary={
                  adjusted === 0
                    ? `${formats[format.kind].label} as usual`
                    : `${adjusted} not as usual`
                }
              >
                <Adjust format={format} onChange={(next) => change({ format: next })} />
              </Part>
            )}
            {isChoosable(choices) && (
              <PrivacyPart
                runIds={spec.runIds}
                columns={columns}
                treatments={choices.treatments}
                hasSheet={choices.methods}
                isLooking={isLooking}
                onLooking={setLooking}
                onChange={(treatments) => setChoices((latest) => ({ ...latest, treatments }))}
              />
            )}
            <OtherRuns
              run={run}
              chosen={choices.otherRuns}
              onChange={(otherRuns) => change({ otherRuns })}
            />
          </div>
          <Preview spec={isChoosable(choices) ? spec : null} name="First rows" />
        </div>
      </div>
      <SaveFoot
        saving={saving}
        isReady={!isLooking}
        onCancel={props.onCancel}
        onClose={props.onClose}
      />
    </form>
  );
}

/** After an export that came to nothing, the keys are where it can be tried again. */
function useFocusOnReturn({ kind }: Saving): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef(kind);
  useEffect(() => {
    const isBack = before.current === 'under way' && kind !== 'under way';
    before.current = kind;
    if (isBack) form.current?.querySelector<HTMLElement>('[data-leads-on]')?.focus();
  }, [kind]);
  return form;
}

import { ActionIcon } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { TechnicalName } from '../../../components/texts.tsx';
import type { AskedColumn } from './conditions.ts';
import classes from './Filter.module.css';

interface PanelHeadProps {
  field: string;
  column: AskedColumn | null;
  onBack: () => void;
}

/** Which column is asked, and the way to another one. */
export function PanelHead({ field, column, onBack }: PanelHeadProps) {
  const label = column?.label ?? field;
  return (
    <div className={classes.head}>
      <ActionIcon size="sm" aria-label="Choose another column" onClick={onBack}>
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      <h2 className={classes.title}>{label}</h2>
      <TechnicalName label={label} field={field} />
    </div>
  );
}

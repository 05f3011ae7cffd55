import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './AskNote.module.css';

interface AskNoteProps {
  icon: LucideIcon;
  /** Read out where it explains what is missing. */
  role?: 'note';
  children: ReactNode;
}

/** Beside the way to ask: what it costs, or why it can't be asked now. */
export function AskNote({ icon: Icon, role, children }: AskNoteProps) {
  return (
    <div className={classes.note} role={role}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {children}
    </div>
  );
}

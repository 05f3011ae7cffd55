/** What can be done with a column, as the sections of its menu. */
import {
  ArrowLeftToLine,
  ChevronLeft,
  ChevronRight,
  EyeOff,
  PinOff,
  RotateCcw,
  MoveHorizontal,
  type LucideIcon,
} from 'lucide-react';
import { stepBeside, type ArrangedColumn, type Beside } from './layout.ts';

export interface MenuItem {
  label: string;
  icon: LucideIcon;
  /** The keys that do the same on the header: `Alt+Shift+←`. */
  keys?: string;
  isDisabled?: boolean;
  act: () => void;
}

/** What the grid does with its columns. */
export interface ColumnActions {
  move: (field: string, beside: Beside) => void;
  hide: (field: string) => void;
  pin: (field: string, isPinned: boolean) => void;
  /** As wide as its widest cell on screen. */
  fit: (field: string) => void;
  reset: () => void;
}

/** `shown`: all columns on screen or beside it, from left to right. */
export function columnItems(
  column: ArrangedColumn,
  shown: readonly ArrangedColumn[],
  actions: ColumnActions,
): MenuItem[][] {
  const { field, isPinned } = column;
  const moving = (step: -1 | 1): Pick<MenuItem, 'isDisabled' | 'act'> => {
    const beside = stepBeside(shown, field, step);
    return {
      isDisabled: beside === null,
      act: () => {
        if (beside !== null) actions.move(field, beside);
      },
    };
  };
  return [
    [
      isPinned
        ? { label: 'Unpin', icon: PinOff, act: () => actions.pin(field, false) }
        : { label: 'Pin at the left', icon: ArrowLeftToLine, act: () => actions.pin(field, true) },
      { label: 'Move left', icon: ChevronLeft, keys: 'Alt+Shift+←', ...moving(-1) },
      { label: 'Move right', icon: ChevronRight, keys: 'Alt+Shift+→', ...moving(1) },
      { label: 'Fit width', icon: MoveHorizontal, act: () => actions.fit(field) },
      { label: 'Hide', icon: EyeOff, act: () => actions.hide(field) },
    ],
    [{ label: 'Reset columns', icon: RotateCcw, act: actions.reset }],
  ];
}

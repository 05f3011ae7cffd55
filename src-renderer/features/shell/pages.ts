import { History, PanelsTopLeft, SlidersHorizontal, User, type LucideIcon } from 'lucide-react';
import type { PageName } from '../../state/app.ts';

/** What the pages are called. */
export const pageLabels: Record<PageName, string> = {
  explore: 'Explore',
  history: 'History',
  account: 'Account',
  settings: 'Settings',
};

export const pageIcons: Record<PageName, LucideIcon> = {
  explore: PanelsTopLeft,
  history: History,
  account: User,
  settings: SlidersHorizontal,
};

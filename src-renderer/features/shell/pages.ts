import {
  Activity,
  History,
  PanelsTopLeft,
  SlidersHorizontal,
  User,
  type LucideIcon,
} from 'lucide-react';
import type { PageName, SidebarPage } from '../../state/app.ts';

/** What the pages are called. */
export const pageLabels: Record<PageName, string> = {
  explore: 'Explore',
  history: 'History',
  account: 'Account',
  status: 'Service status',
  settings: 'Settings',
  request: 'Request',
  'service-profile': 'Service profile',
};

export const pageIcons: Record<SidebarPage, LucideIcon> = {
  explore: PanelsTopLeft,
  history: History,
  account: User,
  status: Activity,
  settings: SlidersHorizontal,
};

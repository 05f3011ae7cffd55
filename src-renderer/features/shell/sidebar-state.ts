/** What the sidebar remembers while the window is open: the filter and the closed groups. */
import { create } from 'zustand';

interface SidebarState {
  filter: string;
  /** Headings of groups the person closed. */
  closed: readonly string[];
}

export const useSidebar = create<SidebarState>()(() => ({ filter: '', closed: [] }));

export function setFilter(filter: string): void {
  useSidebar.setState({ filter });
}

export function toggleGroup(group: string): void {
  useSidebar.setState(({ closed }) => ({
    closed: closed.includes(group) ? closed.filter((name) => name !== group) : [...closed, group],
  }));
}

export function openGroup(group: string): void {
  useSidebar.setState(({ closed }) =>
    closed.includes(group) ? { closed: closed.filter((name) => name !== group) } : {},
  );
}

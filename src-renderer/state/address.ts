/** Keeps the page shown and the address (`#/account`) in step, so that Back and reload work. */
import { innerPageNames, pageNames, showPage, useApp, type PageName } from './app.ts';

export const pageAddress = (page: PageName): string => `#/${page}`;

function pageOf(hash: string): PageName {
  const all: readonly PageName[] = [...pageNames, ...innerPageNames];
  return all.find((page) => hash === pageAddress(page)) ?? 'explore';
}

/** Starts keeping in step. Returns the function that ends it. */
export function followAddress(): () => void {
  const takeAddress = () => showPage(pageOf(window.location.hash));
  takeAddress();
  const unsubscribe = useApp.subscribe((state, before) => {
    if (state.page === before.page || pageOf(window.location.hash) === state.page) return;
    window.history.pushState(null, '', pageAddress(state.page));
  });
  window.addEventListener('popstate', takeAddress);
  return () => {
    unsubscribe();
    window.removeEventListener('popstate', takeAddress);
  };
}

/** A form drawn in happy-dom, and what a person does with it. */
import { act, type ReactNode } from 'react';
import { QueryForm } from '#renderer/features/explore/QueryForm.tsx';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { asked, resetHost } from '../fake-host.ts';
import { makeSnapshot, makeTab } from '../make.ts';
import { mount, settle, unmount } from '../mount.tsx';

export { settle } from '../mount.tsx';

let tabCount = 0;

/** Draws the form of a tab of its own, and gives its id. */
export async function drawForm(
  query: Partial<Tab['query']> = {},
  snapshot: Parameters<typeof makeSnapshot>[0] = {},
  change: Partial<Tab> = {},
  beside: ReactNode = null,
): Promise<string> {
  await unmount();
  resetHost();
  // Every form its own tab id: what the window remembers of a form outlives the drawing.
  const id = `tab-${(tabCount += 1)}`;
  const asking = { endpointId: 'microblog.posts.search', values: {}, fields: [], ...query };
  const tab = makeTab({ id, query: asking, ...change });
  const made = makeSnapshot(snapshot);
  const arranged = { ...made.workspace, tabs: [tab], activeTab: id };
  useApp.setState({ ...useApp.getInitialState(), snapshot: { ...made, workspace: arranged } });
  await mount(
    <>
      <FormOf id={id} />
      {beside}
    </>,
  );
  return id;
}

function FormOf({ id }: { id: string }) {
  const tab = useSnapshot((known) => known.workspace.tabs.find((one) => one.id === id));
  return tab === undefined ? null : <QueryForm tab={tab} />;
}

const address = 'https://data.example.org';
export const realService = { profile: { id: address, label: 'data.example.org', address } };

export const workspace = () => useApp.getState().snapshot!.workspace;
/** The tab's question as it stands. */
export const queryNow = (): Tab['query'] => workspace().tabs[0]!.query;

// The type parameter says what the caller knows of its own selector.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function only<T extends Element>(selector: string, within: ParentNode = document): T {
  const found = within.querySelectorAll<T>(selector);
  if (found.length !== 1) throw new Error(`${found.length} elements for ${selector}`);
  return found[0]!;
}

export const form = (): HTMLFormElement => only('form');
export const parameter = (key: string): HTMLElement => only(`[data-param="${key}"]`);

/** The input of a parameter, found as a person finds it: by its label. */
export function input(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((one) => visibleWords(one) === label);
  const element = found && document.getElementById(found.htmlFor);
  if (!element) throw new Error(`no control “${label}”`);
  return element as HTMLInputElement;
}

/** What a screen reader reads of it. */
function visibleWords(element: Element): string {
  const isWhole = element.querySelector('[aria-hidden="true"]') === null;
  const copy = isWhole ? element : (element.cloneNode(true) as Element);
  if (!isWhole) for (const one of copy.querySelectorAll('[aria-hidden="true"]')) one.remove();
  return (copy.textContent ?? '').trim();
}

const textOf = (element: Element, attribute: string): string =>
  (element.getAttribute(attribute)?.split(' ') ?? [])
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** What describes a control to a screen reader. */
export const descriptionOf = (element: Element): string => textOf(element, 'aria-describedby');

export const nameOf = (element: Element): string =>
  textOf(element, 'aria-labelledby') || element.getAttribute('aria-label') || visibleWords(element);

export const buttons = (name: string): HTMLButtonElement[] =>
  [...document.querySelectorAll('button')].filter((one) => nameOf(one) === name);

export function button(name: string): HTMLButtonElement {
  const [found, ...others] = buttons(name);
  if (found === undefined || others.length > 0) {
    throw new Error(`${others.length + (found ? 1 : 0)} buttons “${name}”`);
  }
  return found;
}

export function menuItem(beginning: string): HTMLElement {
  const items = document.querySelectorAll<HTMLElement>('[role="menuitem"]');
  const found = [...items].find(({ textContent }) => textContent?.startsWith(beginning));
  if (found === undefined) throw new Error(`no item “${beginning}”`);
  return found;
}

export async function type(
  element: HTMLInputElement | HTMLTextAreaElement,
  text: string,
): Promise<void> {
  await act(async () => {
    element.focus();
    // React listens to the native setter, as a browser's own typing calls it.
    Reflect.set(Object.getPrototypeOf(element), 'value', text, element);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** And waits for what comes of it. */
export async function click(element: HTMLElement): Promise<void> {
  await act(async () => element.click());
  await settle();
}

/** Chooses from a select, by the words of the choice. */
export async function pick(select: HTMLElement, words: string): Promise<void> {
  await click(select);
  const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  const found = options.findLast(({ textContent }) => textContent === words);
  if (found === undefined) throw new Error(`no choice “${words}”`);
  await click(found);
}

export const blur = (element: HTMLElement): Promise<void> =>
  act(async () => {
    element.focus();
    element.blur();
  });

export const press = (element: HTMLElement, key: string, change: KeyboardEventInit = {}) =>
  act(async () => {
    const init = { key, code: key, bubbles: true, ...change };
    element.dispatchEvent(new KeyboardEvent('keydown', init));
  });

/** Enter in a field, as a browser understands it. */
export async function submit(): Promise<void> {
  await act(async () => form().requestSubmit());
  await settle();
}

/** What was asked of the service. */
export const starts = () => asked.filter(({ method }) => method === 'run.start');

/** A form drawn in happy-dom, and what a person does with it. */
import { act } from 'react';
import { QueryForm } from '#renderer/features/explore/QueryForm.tsx';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { asked, resetHost } from '../fake-host.ts';
import { makeSnapshot, makeTab } from '../make.ts';
import { mount, unmount } from '../mount.tsx';

let tabCount = 0;

/** Draws the form of a tab of its own, and gives its id. */
export async function drawForm(
  query: Partial<Tab['query']> = {},
  snapshot: Parameters<typeof makeSnapshot>[0] = {},
  change: Partial<Tab> = {},
): Promise<string> {
  await unmount();
  resetHost();
  // Every form its own tab id: what the window remembers of a form outlives the drawing.
  const id = `tab-${(tabCount += 1)}`;
  const tab = makeTab({
    id,
    query: { endpointId: 'microblog.posts.search', values: {}, fields: [], ...query },
    ...change,
  });
  const made = makeSnapshot(snapshot);
  const arranged = { ...made.workspace, tabs: [tab], activeTab: id };
  useApp.setState({ ...useApp.getInitialState(), snapshot: { ...made, workspace: arranged } });
  await mount(<FormOf id={id} />);
  return id;
}

function FormOf({ id }: { id: string }) {
  const tab = useSnapshot((known) => known.workspace.tabs.find((one) => one.id === id));
  return tab === undefined ? null : <QueryForm tab={tab} />;
}

export const realService = {
  profile: {
    id: 'https://data.example.org',
    label: 'data.example.org',
    address: 'https://data.example.org',
  },
};

export function workspace() {
  const { snapshot } = useApp.getState();
  if (snapshot === null) throw new Error('No snapshot.');
  return snapshot.workspace;
}

/** The tab's question as it stands. */
export function queryNow(): Tab['query'] {
  const [tab] = workspace().tabs;
  if (tab === undefined) throw new Error('No tab.');
  return tab.query;
}

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
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return (copy.textContent ?? '').trim();
}

function nameOf(element: Element): string {
  const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const words = labels.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  return words || (element.getAttribute('aria-label') ?? visibleWords(element));
}

export function buttons(name: string): HTMLButtonElement[] {
  return [...document.querySelectorAll('button')].filter((one) => nameOf(one) === name);
}

export function button(name: string): HTMLButtonElement {
  const [found, ...others] = buttons(name);
  if (found === undefined || others.length > 0) {
    throw new Error(`${others.length + (found ? 1 : 0)} buttons “${name}”`);
  }
  return found;
}

export function checkbox(name: string): HTMLInputElement {
  return input(name);
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

export async function click(element: HTMLElement): Promise<void> {
  await act(async () => element.click());
}

export async function blur(element: HTMLElement): Promise<void> {
  await act(async () => {
    element.focus();
    element.blur();
  });
}

export async function press(element: HTMLElement, key: string): Promise<void> {
  await act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
  });
}

/** Enter in a field, as a browser understands it. */
export async function submit(): Promise<void> {
  await act(async () => form().requestSubmit());
}

/** Questions that were sent. */
export const starts = () => asked.filter(({ method }) => method === 'run.start');

/** Lets answers of the host arrive. */
export async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

/** What describes a control to a screen reader. */
export function descriptionOf(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

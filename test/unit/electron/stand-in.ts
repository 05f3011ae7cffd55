/** Small stand-ins for Electron's objects, as much of them as a test looks at. */
import { EventEmitter } from 'node:events';
import type {
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  SaveDialogOptions,
} from 'electron';

/**
 * A part of one of Electron's objects, for a parameter typed with all of it. The members are
 * checked against Electron's own declarations; what the test left out does not exist.
 */
export function standIn<T>(part: { [K in keyof T]?: T[K] }): T {
  return part as T;
}

/** `on` and `once` as Electron's objects have them (dozens of overloads), over a plain emitter. */
export function createEvents() {
  const emitter = new EventEmitter();
  return {
    on: emitter.on.bind(emitter) as never,
    once: emitter.once.bind(emitter) as never,
    emit: (name: string, ...args: unknown[]) => void emitter.emit(name, ...args),
    names: () => emitter.eventNames().map(String),
  };
}

/** An event that notes whether it was prevented. */
export function createPreventable(url: string, isMainFrame = true) {
  const event = { url, isMainFrame, prevented: false, preventDefault: () => {} };
  event.preventDefault = () => void (event.prevented = true);
  return event;
}

/** A dialog that notes what it asked, with or without a window, and is always answered the same. */
export function createDialog(response: number | Promise<number>) {
  const asked: MessageBoxOptions[] = [];
  const showMessageBox = async (...given: unknown[]): Promise<MessageBoxReturnValue> => {
    asked.push(given.at(-1) as MessageBoxOptions);
    return { response: await response, checkboxChecked: false };
  };
  return { asked, dialog: { showMessageBox } };
}

/** Dialogs about files that note what they asked, and in which a path is chosen; null cancels. */
export function createFileDialogs(chosen: string | null) {
  const asked: (SaveDialogOptions | OpenDialogOptions)[] = [];
  const canceled = chosen === null;
  const note = (given: unknown[]) => void asked.push(given.at(-1) as SaveDialogOptions);
  const dialog = {
    async showSaveDialog(...given: unknown[]) {
      note(given);
      return { canceled, filePath: chosen ?? '' };
    },
    async showOpenDialog(...given: unknown[]) {
      note(given);
      return { canceled, filePaths: chosen === null ? [] : [chosen] };
    },
  };
  return { asked, dialog };
}

/** All items of a menu, those of submenus too. */
export const flatMenu = (
  items: readonly MenuItemConstructorOptions[],
): MenuItemConstructorOptions[] =>
  items.flatMap((item) =>
    Array.isArray(item.submenu) ? [item].concat(flatMenu(item.submenu)) : [item],
  );

export function clickItem(menu: readonly MenuItemConstructorOptions[], label: string): void {
  const item = flatMenu(menu).find((one) => one.label === label);
  if (item?.click === undefined) throw new Error(`There is no ${label}.`);
  Reflect.apply(item.click, null, []);
}

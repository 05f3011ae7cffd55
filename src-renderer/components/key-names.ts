/** Keys as they are called on this computer: "Ctrl+G", on a Mac "⌘G". */

const macNames: readonly [name: string, sign: string][] = [
  ['Ctrl+', '⌘'],
  ['Alt+', '⌥'],
  ['Shift+', '⇧'],
];

export function keyNames(keys: string, platform = navigator.userAgent): string {
  if (!/Mac/.test(platform)) return keys;
  return macNames.reduce((words, [name, sign]) => words.replace(name, sign), keys);
}

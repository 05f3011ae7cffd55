/** Which tools stay in sight as the bar gets narrower. Data: the order is a decision, not a sum. */

/** With its words, as a picture, or as a line of the menu *More tools*. */
export type ToolForm = 'words' | 'picture' | 'menu';

/** In the order in which the menu lists them, with the form that each has where there is room. */
const usualForms = {
  filter: 'words',
  columns: 'words',
  duplicates: 'words',
  goToRow: 'picture',
  strip: 'picture',
  dates: 'picture',
  copy: 'picture',
  details: 'words',
} as const satisfies Record<string, ToolForm>;

export type ToolName = keyof typeof usualForms;
export type ToolForms = Readonly<Record<ToolName, ToolForm>>;

/**
 * One step after the other until the rest fits. First those go whose picture says least and that
 * have another way (keys, the menu of a cell, Settings); words go before a tool that is used often.
 */
export const steps: readonly (readonly [tool: ToolName, form: ToolForm])[] = [
  ['strip', 'menu'],
  ['dates', 'menu'],
  ['goToRow', 'menu'],
  ['copy', 'menu'],
  ['details', 'picture'],
  ['columns', 'picture'],
  ['duplicates', 'picture'],
  ['filter', 'picture'],
  ['columns', 'menu'],
  ['duplicates', 'menu'],
  ['details', 'menu'],
  ['filter', 'menu'],
];

export const formsAfter = (count: number): ToolForms => ({
  ...usualForms,
  ...Object.fromEntries(steps.slice(0, count)),
});

/** The tools of the menu, in its order. */
export const toolsInMenu = (forms: ToolForms): ToolName[] =>
  toolNames.filter((name) => forms[name] === 'menu');

export const isToolName = (name: string): name is ToolName => Object.hasOwn(usualForms, name);
const toolNames = Object.keys(usualForms).filter(isToolName);

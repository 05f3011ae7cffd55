/** A remedy as a button: what it says and does. */
export interface RemedyAction {
  label: string;
  act: () => Promise<void> | void;
}

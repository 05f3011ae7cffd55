export interface Fault {
  what: string;
  file: string;
  from: string;
  to: string;
  tests: readonly string[];
}
export function readFaults(text: string): Fault[];
export const faults: Readonly<Record<string, readonly Fault[]>>;
export function isThereOnce(fault: Fault, root: string): boolean;

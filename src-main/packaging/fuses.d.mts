/** By electron-builder's names. */
export type NamedFuses = Readonly<Record<string, boolean>>;
export function burnFuses(executable: string, named: NamedFuses): Promise<void>;
export function fuseProblems(executable: string, named: NamedFuses): Promise<string[]>;

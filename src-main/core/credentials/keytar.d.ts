/**
 * keytar is an optional dependency: where it did not install, its own types are missing too. This
 * declares the part we use, as Node shows a CommonJS module to `import()`.
 */
declare module 'keytar' {
  interface Keytar {
    getPassword: (service: string, account: string) => Promise<string | null>;
    setPassword: (service: string, account: string, password: string) => Promise<void>;
    /** False when there was nothing to delete. */
    deletePassword: (service: string, account: string) => Promise<boolean>;
  }
  const keytar: Keytar;
  export default keytar;
  export type { Keytar };
}

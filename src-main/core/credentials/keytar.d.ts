/**
 * keytar is an optional dependency: where it isn't installed, its own types are missing too. This
 * declares the part we use, as `import()` of a CommonJS module exposes it in Node.
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

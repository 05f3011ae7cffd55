/** What of jsonld is used; it comes without types. */
declare module 'jsonld' {
  interface Options {
    /** What relative addresses begin with. */
    base: string;
    /** A term or an address that would be dropped is an error. */
    safe: boolean;
    documentLoader: (url: string) => Promise<{ documentUrl: string; document: unknown }>;
  }
  const jsonld: { expand(document: unknown, options: Options): Promise<Record<string, unknown>[]> };
  export default jsonld;
}

export interface Sentence {
  line: number;
  /** What is filled in is written as `…`. */
  text: string;
}

/** Returns the sentences of one source text, in their order. */
export function sentencesOf(source: string, file: string): Sentence[];
/** Returns the sources that may have sentences. */
export function allSources(): { file: string; source: string }[];
/** Returns the sentences of the whole product, by file. */
export function allSentences(): (Sentence & { file: string })[];

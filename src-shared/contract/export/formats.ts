/** What is said between the two sides about formats for saving rows. Which there are, only main knows. */
import { z } from 'zod';

/** A format by its name, and the person's choices; main checks them, and fills in what is missing. */
export const formatOptionsSchema = z
  .object({ kind: z.string().max(40) })
  .catchall(z.union([z.string().max(40), z.boolean()]));
export type FormatOptions = z.output<typeof formatOptionsSchema>;

export interface FormatOption {
  /** Its member in `FormatOptions`. */
  key: string;
  label: string;
  help: string;
  /** In order. */
  choices: readonly { value: string | boolean; label: string }[];
}

/**
 * What a file holds: the rows that are chosen; nodes and edges made from them; in a folder, the pictures and videos
 * that they link to; or everything as it was received, as pages or in a folder to which runs are added: then
 * nothing can be chosen or replaced.
 */
export type Held = 'rows' | 'network' | 'media' | 'pages' | 'folder';

/** Whether rows and columns can be chosen, and privacy applied. */
export const isChoosable = ({ holds }: { holds: Held }): boolean =>
  holds === 'rows' || holds === 'network' || holds === 'media';

/** A format for a purpose, named after the file's destination. A person picks one and may adjust it. */
export interface Preset {
  id: string;
  label: string;
  /** What it writes, in a few words. */
  brief: string;
  /** The reason for these choices, in a line. */
  line: string;
  format: FormatOptions;
  holds: Held;
  /** The file has the inputs and the methods sheet in itself. */
  hasSheets: boolean;
  /** What the format is good for, in a sentence. */
  about: string;
  /** Those of the format, in display order. */
  options: readonly FormatOption[];
}

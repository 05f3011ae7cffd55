/** *Open a file…*: files that the window sends, and what main finds them to be. */
import type { Platform } from '../catalogue/types.ts';
import type { OpenedRecipe } from './recipe.ts';
import type { Result } from './result.ts';

/** A file that the person chose, and what can be opened of it. */
export interface OpenedFile {
  id: string;
  name: string;
  /** Of a methods sheet, or of one that is in it; or why there is none. */
  recipe: Result<OpenedRecipe>;
  /** Empty for a methods sheet. */
  tables: {
    /** Names it in `open.table`. */
    table: string;
    /** The default name of its run. */
    name: string;
    label: string;
    /** Of a sheet its lines, with titles and names. Null: unknown before it is read. */
    rows: number | null;
    /** Of a dataset that this program saved. */
    saved: {
      /** Noun for its rows: "posts". */
      items: string;
      platform: Platform | null;
      runs: number;
      /** When its first and its last page arrived. */
      collectedFrom: string;
      collectedUntil: string;
    } | null;
  }[];
}

/** Limits for files sent by a window: bytes of one call, and of all of a file or folder. */
export const mostSentBytes = 3_000_000;
export const mostSentFileBytes = 16 * 1024 ** 3;

/** Returns whether a file of this name may be part of a dataset; `..` and the like may not. */
export const isDatasetFile = (name: string): boolean =>
  /^(?:_complete|methods|codes)\/[A-Za-z0-9_-]{8,64}\.json$/.test(name) ||
  /^[a-z0-9][a-z0-9-]{0,99}\/collected=\d{4}-\d\d-\d\d\/[A-Za-z0-9_-]{8,64}-\d{4,12}\.parquet$/.test(
    name,
  );

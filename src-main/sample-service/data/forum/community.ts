/** A community of the forum: its name, the labels of its posts, and how threads begin. */

export interface Community {
  name: string;
  flairs: readonly string[];
  threads: readonly Thread[];
}

export type Thread = readonly [title: string, body: string];

export const community = (name: string, flairs: string, threads: readonly Thread[]): Community => ({
  name,
  flairs: flairs.split(', '),
  threads,
});

/** What makes two requests the same question: cursors and tables belong to one. */

/** Everything about a request but the parameters that lead to one of its pages. */
export function identityOf(
  path: string,
  query: Readonly<Record<string, string>>,
  leading: readonly string[],
): string {
  const parameters = Object.entries(query).filter(([name]) => !leading.includes(name));
  return JSON.stringify([path, parameters.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

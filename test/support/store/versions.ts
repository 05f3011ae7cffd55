/** Contents that tell whether they are whole: the number at both ends, and in between. */
export async function* version(number: number): AsyncGenerator<Uint8Array> {
  for (let chunk = 0; chunk < 40; chunk++) yield Buffer.from(`${number} `.repeat(3000));
  yield Buffer.from(`end ${number}`);
}

/** The number of the version that `text` is, whole. */
export function wholeVersion(text: string): number | undefined {
  const number = Number(/end (\d+)$/.exec(text)?.[1]);
  return text === `${`${number} `.repeat(120_000)}end ${number}` ? number : undefined;
}

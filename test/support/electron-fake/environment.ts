/** What the test tells the fake, beside the program's own flags. */

export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`electron-fake: ${name} is not set`);
  return value;
}

/**
 * Hands over together what comes in one go: a window that fell behind its events then draws once,
 * and not once for each of them without a breath between.
 */
export function inOneGo<T>(take: (value: T) => void): (value: T) => void {
  let waiting: T[] = [];
  const handOver = (): void => {
    const values = waiting;
    waiting = [];
    for (const value of values) take(value);
  };
  return (value) => {
    waiting.push(value);
    // A task of its own: streams hand out all they hold before the next one begins.
    if (waiting.length === 1) setTimeout(handOver);
  };
}

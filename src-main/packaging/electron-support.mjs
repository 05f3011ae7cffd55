/** Electron's maintainers support the three newest stable major versions. */
const supportedMajors = 3;

/** @param {string} version `45.4.1`. @returns {number[]} */
const numbers = (version) => version.split('.').map(Number);
const byNumbers = (left, right) => {
  const [a, b] = [numbers(left), numbers(right)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
};

/**
 * @param {string} pinned the version in package.json.
 * @param {readonly string[]} published every published version, including previews.
 * @returns {{ok: boolean, said: string}} whether it is supported and has the newest fixes.
 */
export function electronVerdict(pinned, published) {
  const stable = published.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).toSorted(byNumbers);
  const newest = stable.at(-1);
  if (newest === undefined) return { ok: false, said: 'No version of Electron was found.' };
  const [major] = numbers(pinned);
  const [newestMajor] = numbers(newest);
  const behind = newestMajor - major;
  if (behind >= supportedMajors) {
    return { ok: false, said: `Electron ${pinned} no longer gets fixes: ${newest} is out.` };
  }
  const sameMajor = stable.findLast((version) => numbers(version)[0] === major) ?? pinned;
  if (byNumbers(pinned, sameMajor) < 0) {
    return { ok: false, said: `Electron ${pinned} lacks the fixes of ${sameMajor}.` };
  }
  return behind === supportedMajors - 1
    ? { ok: true, said: `Electron ${pinned} is supported until ${newestMajor + 1}.0.0 is out.` }
    : { ok: true, said: `Electron ${pinned} is supported and has the newest fixes.` };
}

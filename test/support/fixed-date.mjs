/**
 * Every test happens at the same moment: a date that starts there with each test and then runs as
 * always. What the sample service answers depends on the time, and a test that meets a post without
 * comments once in twenty runs tells nobody anything.
 *
 * Loaded into each process of a test: by import, or with `--import` into the programs it starts,
 * which inherit its shift and so share its date, restarted or not. Durations are not touched: they
 * don't come from `Date`.
 */
const startsAt = Date.parse('2026-11-18T10:20:00Z');
const inherited = 'SDE_DATE_SHIFT';

/** In a page as well, before its own scripts; so it uses nothing from outside. */
function shiftDate(milliseconds) {
  const { shift } = globalThis.Date;
  if (shift !== undefined) {
    globalThis.Date.shift = milliseconds;
    return;
  }
  class ShiftedDate extends Date {
    static shift = milliseconds;
    static now() {
      return super.now() + ShiftedDate.shift;
    }
    constructor(...given) {
      super(...(given.length === 0 ? [ShiftedDate.now()] : given));
    }
  }
  globalThis.Date = ShiftedDate;
}

/** Begins the next test: its date, and that of every program it starts. */
export function restartDate() {
  const shifted = globalThis.Date.shift ?? 0;
  const milliseconds = startsAt - (Date.now() - shifted);
  process.env[inherited] = String(milliseconds);
  shiftDate(milliseconds);
}

/** Moves the date on, for this process and the programs that it starts from now on. */
export function moveDate(days) {
  const milliseconds = Number(process.env[inherited]) + days * 24 * 60 * 60 * 1000;
  process.env[inherited] = String(milliseconds);
  shiftDate(milliseconds);
}

/** For a page's first script. */
export const fixedDateScript = () => `(${String(shiftDate)})(${process.env[inherited]})`;

const given = process.env[inherited];
if (given === undefined) restartDate();
else shiftDate(Number(given));

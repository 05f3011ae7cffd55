/**
 * Scrolls a grid from outside and looks at it as a person does, by what is at a point of the
 * screen: it knows neither grid. A step is made between two frames, as a wheel makes it, and the
 * picture is looked at after it was painted.
 */
import { expect } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';

/** Selectors. */
export interface Place {
  /** What scrolls. */
  scroller: string;
  /** What ends where the rows on screen end. */
  area: string;
  /** The header of a column that scrolls and is filled in every row; null: there are none. */
  header: string | null;
  /** What is looked at in the middle of each row, which is blank without text; px between two. */
  seen?: string;
  gap?: number;
  /** In px. */
  rowHeight: number;
}

export interface Stretch {
  /** Where it begins, as a share of the whole way. */
  from: number;
  /** Px per frame. */
  step: number;
  frames: number;
}

export interface Scrolled {
  /** From one frame to the next, in milliseconds. */
  frames: number[];
  /** Of the rows on screen, the share without text; for each frame. */
  blank: number[];
  /** What the page's main thread had of a processor for one frame, in milliseconds. */
  thread: number;
}

type Looked = Pick<Scrolled, 'frames' | 'blank'>;

/** A window with a grid in it. */
export interface Side {
  page: Page;
  session: CDPSession;
  place: Place;
}

/** Frames of a stretch that are not counted: the first rows are made in them. */
const running = 30;

export async function scroll(side: Side, stretch: Stretch): Promise<Scrolled> {
  const { page, session, place } = side;
  await jump(page, place, stretch.from);
  await isDrawn(page, place);
  const count = stretch.frames + running;
  const before = await mainThreadMs(session);
  const { frames, blank } = await look(page, place, stretch.step, count);
  const thread = ((await mainThreadMs(session)) - before) / count;
  return { frames: frames.slice(running), blank: blank.slice(running), thread };
}

/** Goes to a share of the way. */
async function jump(page: Page, { scroller, rowHeight }: Place, share: number): Promise<void> {
  await page.locator(scroller).evaluate(
    (element, { to, tenRows }) => {
      // A whole number of rows, so that no point looked at lies between two.
      element.scrollTop = Math.floor((element.scrollHeight * to) / tenRows) * tenRows;
    },
    { to: share, tenRows: rowHeight * 10 },
  );
}

/** Waits until all rows on screen have text. */
export async function isDrawn(page: Page, place: Place): Promise<void> {
  await expect(async () => {
    const { blank } = await look(page, place, 0, 3);
    expect(blank.at(-1)).toBe(0);
  }).toPass({ timeout: 60_000 });
}

function look(page: Page, place: Place, step: number, count: number): Promise<Looked> {
  return page.evaluate(
    ({ selectors, by, most }) =>
      new Promise<Looked>((resolve, reject) => {
        const element = document.querySelector(selectors.scroller);
        const area = document.querySelector(selectors.area);
        const header =
          selectors.header === null
            ? null
            : document.querySelector(selectors.header)?.getBoundingClientRect();
        if (element === null || area === null || header === undefined) {
          reject(new Error('There is no grid.'));
          return;
        }
        const box = area.getBoundingClientRect();
        const { rowHeight } = selectors;
        const top = Math.max(box.top, header?.bottom ?? 0);
        const x = (header ?? box).left + Math.min((header ?? box).width, 200) / 2;
        const points = Math.floor((box.top + area.clientHeight - top) / rowHeight);
        const cellAt = (y: number) =>
          document.elementFromPoint(x, y)?.closest(selectors.seen ?? '[role=row]');
        const hasText = (y: number): boolean =>
          ((cellAt(y) ?? cellAt(y + (selectors.gap ?? 0)))?.textContent ?? '').trim() !== '';
        const blankShare = (): number => {
          let blank = 0;
          for (let at = 0; at < points; at++) {
            if (!hasText(top + (at + 0.5) * rowHeight)) blank++;
          }
          return blank / points;
        };

        const seen: Looked = { frames: [], blank: [] };
        let last = performance.now();
        const frame = (now: number): void => {
          seen.frames.push(now - last);
          last = now;
          painted.port2.postMessage(null);
        };
        // A message is the next task after the frame, when it has been painted.
        const painted = new MessageChannel();
        painted.port1.addEventListener('message', () => {
          seen.blank.push(blankShare());
          if (seen.frames.length >= most) {
            painted.port1.close();
            resolve(seen);
            return;
          }
          if (by !== 0) element.scrollTop += by;
          requestAnimationFrame(frame);
        });
        painted.port1.start();
        requestAnimationFrame(frame);
      }),
    { selectors: place, by: step, most: count },
  );
}

/** Since the page began. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Moments as the service writes them. Seconds are counted since 1970. */

export const isoMoment = (second: number): string => new Date(second * 1000).toISOString();
export const isoDay = (second: number): string => isoMoment(second).slice(0, 10);

/** The first and the last second of a day written YYYY-MM-DD. */
export const firstSecond = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
export const lastSecond = (day: string): number => firstSecond(day) + 86_399;

/** The three members that every dated item of photoshare, forum and shortvideo has. */
export const creation = (second: number) => ({
  createdAt: isoMoment(second),
  createdAtTimestamp: second,
  createdAtDate: isoDay(second),
});

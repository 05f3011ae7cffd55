/** Begins the next test: its date, and that of every program it starts. */
export function restartDate(): void;
/** For a page's first script. */
export function fixedDateScript(): string;

/** Moves the date on, for this process and the programs that it starts from now on. */
export function moveDate(days: number): void;

/** Begins the next test: its date, and that of every program it starts. */
export function restartDate(): void;
/** For a page's first script. */
export function fixedDateScript(): string;

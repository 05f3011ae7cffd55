/** Whose days and hours dates are counted by: those of this computer, as the table shows them. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

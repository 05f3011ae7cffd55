/** What crosses between main and the window's page: two channels, named once. */
export const callChannel = 'explorer:call';
export const eventChannel = 'explorer:event';

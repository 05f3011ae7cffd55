/** The two channels between main and the window's page. */
export const callChannel = 'explorer:call';
export const eventChannel = 'explorer:event';

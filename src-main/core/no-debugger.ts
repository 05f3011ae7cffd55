/**
 * Imported first by every process of the program: Node would otherwise open a debugger, which any program
 * of this computer can connect to and read keys with, when somebody sends SIGUSR1.
 */
if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);

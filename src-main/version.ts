/** The application's version, read from package.json when the program is built. */
export { version } from '../package.json';

/** Where everything is kept when no folder was given: the same for both hosts. */
import envPaths from 'env-paths';

/**
 * The operating system's place for application data. Electron's `userData` is set to it too, so
 * that a person who sometimes gets the window and sometimes the browser finds the same runs.
 */
export function usualDataFolder(platform: NodeJS.Platform = process.platform): string {
  const name = platform === 'linux' ? 'social-data-explorer' : 'Social Data Explorer';
  return envPaths(name, { suffix: '' }).data;
}

/** What the tests need beyond `npm ci`, installed where that is possible and always announced. */
import { spawnSync } from 'node:child_process';
import { findChromium } from '../support/find-chromium.mjs';

/** Fonts, so that pictures show all scripts and emoji instead of boxes. */
const fonts = [
  'fonts-inter',
  'fonts-noto-core',
  'fonts-noto-cjk',
  'fonts-noto-color-emoji',
  'fonts-jetbrains-mono',
];

/** keytar has no prebuilt binary everywhere; the test of a real keyring needs a Secret Service. */
const keyring = ['libsecret-1-dev', 'gnome-keyring', 'libsecret-tools', 'dbus'];

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const mayUseApt = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && works('apt-get', ['--version']);

let listsAreFresh = false;
function apt(run, packages) {
  console.log(`Installing with apt-get, as root: ${packages.join(' ')}`);
  if (!listsAreFresh) listsAreFresh = run('apt-get', ['update', '-qq']);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

/** Makes keytar load and a keyring available; the tests say so themselves where they are not. */
export function prepareKeyring(run) {
  if (!mayUseApt()) return;
  const missing = keyring.filter((name) => !works('dpkg', ['-s', name]));
  if (missing.length > 0) apt(run, missing);
  if (!works(process.execPath, ['-e', 'require("keytar")'])) {
    console.log('Building keytar for this computer.');
    run('npm', ['rebuild', '--silent', 'keytar']);
  }
}

/** True when there is a Chromium; says what to do when there is none and it can't be had. */
export function prepareBrowser(run) {
  if (findChromium() === null && mayUseApt()) apt(run, ['chromium', ...fonts]);
  if (findChromium() === null) {
    console.log('Installing Chromium with Playwright.');
    run('npx', ['playwright', 'install', 'chromium']);
  }
  const found = findChromium();
  console.log(
    found === null
      ? 'There is no Chromium. Install one (package “chromium” or Google Chrome) and try again.'
      : `Chromium: ${found}`,
  );
  return found !== null;
}

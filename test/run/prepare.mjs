/** What the tests need beyond `npm ci`, installed where that is possible and always announced. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Node's own headers, where it brings them along: else node-gyp downloads a copy. */
function nodeHeaders() {
  const prefix = join(dirname(process.execPath), '..');
  return existsSync(join(prefix, 'include', 'node', 'node.h'))
    ? { npm_config_nodedir: prefix }
    : {};
}

/** Makes keytar load and a keyring available; the tests say so themselves where they are not. */
export function prepareKeyring(run) {
  if (!mayUseApt()) return;
  const missing = keyring.filter((name) => !works('dpkg', ['-s', name]));
  if (missing.length > 0) apt(run, missing);
  if (!works(process.execPath, ['-e', 'require("keytar")'])) {
    console.log('Building keytar for this computer.');
    // It is an optional dependency: where it could not be built, npm left it out altogether. Without
    // the lock file npm would look up every package again.
    const { keytar } = JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies;
    run(
      'npm',
      ['install', '--silent', '--no-save', '--prefer-offline', `keytar@${keytar}`],
      nodeHeaders(),
    );
  }
}

/** An independent reader of workbooks; without it those tests are left out, which they say. */
export function prepareLibreOffice(run) {
  if (works('soffice', ['--version'])) return;
  if (mayUseApt()) apt(run, ['libreoffice-calc-nogui']);
  if (!works('soffice', ['--version'])) {
    console.log('There is no LibreOffice (soffice): workbooks are not read back in these tests.');
  }
}

/** True when there is a Chromium; says what to do when there is none and it can't be had. */
export function prepareBrowser(run) {
  if (findChromium() === null && mayUseApt()) apt(run, ['chromium-headless-shell', ...fonts]);
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

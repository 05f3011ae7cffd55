/** Faults in keys, settings, the support bundle, History and Account. */
import { faultsOf } from '../fault.mjs';

const core = (file) => `src-main/core/${file}`;
const feature = (file) => `src-renderer/features/${file}`;

const credentials = faultsOf(
  core('credentials/credentials.ts'),
  'unit/credentials/credentials.test.ts',
);
const inTrouble = faultsOf(
  core('credentials/key-ring.ts'),
  'unit/credentials/store-in-trouble.test.ts',
);
const keyRing = faultsOf(core('credentials/key-ring.ts'), 'unit/credentials/credentials.test.ts');
const stores = (file) => faultsOf(core(file), 'unit/credentials/secret-stores.test.ts');
const kinds = (file) => faultsOf(core(file), 'unit/credentials/kinds.test.ts');
const keyTest = faultsOf(core('credentials/test-credential.ts'), 'contract/wrong-address.test.ts');
const accountMethods = faultsOf(
  core('credentials/account-handlers.ts'),
  'contract/several-keys.test.ts',
);
const addresses = faultsOf(core('settings/addresses.ts'), 'unit/settings/profile.test.ts');
const settings = (file) => faultsOf(core(file), 'unit/settings/settings.test.ts');
const workspaces = faultsOf(core('settings/workspaces.ts'), 'unit/settings/workspaces.test.ts');
const service = (test) => faultsOf(core('service-in-use.ts'), test);
const support = (file) => faultsOf(core(`support/${file}`), 'contract/support.test.ts');
const redaction = (file) => faultsOf(core(`support/${file}`), 'unit/credentials/redact.test.ts');
const history = faultsOf(core('history.ts'), 'contract/history.test.ts');

const findRuns = (file) =>
  faultsOf(feature(`history/${file}`), 'unit/renderer/history/find-runs.test.ts');
const runWords = faultsOf(
  feature('history/run-words.ts'),
  'unit/renderer/history/run-words.test.ts',
);
const historyPage = (file) =>
  faultsOf(feature(`history/${file}`), 'unit/renderer/history/history-page.test.tsx');
const settingsPage = (file) =>
  faultsOf(feature(`settings/${file}`), 'unit/renderer/settings/settings.test.tsx');
const bars = faultsOf(feature('account/call-bars.ts'), 'unit/renderer/account/calls.test.tsx');
const estimate = faultsOf(
  feature('account/CallsSection.tsx'),
  'unit/renderer/account/calls.test.tsx',
);
const accountPage = (file) =>
  faultsOf(feature(`account/${file}`), 'unit/renderer/account/account-page.test.tsx');
const keyTests = faultsOf(
  'src-renderer/state/key-tests.ts',
  'unit/renderer/state/key-tests.test.tsx',
);
const credits = faultsOf('src-shared/service/credits.ts', 'unit/service/credits.test.ts');
const words = (file) => faultsOf(`src-renderer/${file}`, 'unit/renderer/account/words.test.ts');

export const account = [
  credentials(
    'a stored key goes before the environment’s',
    'return other?.id ?? ringOf(profileId).active();',
    'return (await ringOf(profileId).active()) ?? other?.id ?? null;',
  ),
  credentials(
    'a key given for this session does not go before the environment’s',
    'if (isGivenForSession || chosen.has(profileId))',
    'if (chosen.has(profileId))',
  ),
  credentials('a trial key pushes a full key aside', " || (kind === 'trialKey' && hadKey)", ''),
  credentials(
    'the environment’s key goes to every address',
    'environment?.profileId === profileId',
    'environment !== null',
  ),
  credentials(
    'a session token in the environment keeps the stored key from being used',
    'const other = ofOthers.find(({ value }) => isForData(credentialKind(value)));',
    'const [other] = ofOthers;',
  ),
  credentials(
    'a trial key’s days are counted from when it was added, not from when it was given out',
    'Date.parse(issuedAt ?? addedAt)',
    'Date.parse(addedAt)',
  ),
  credentials(
    'changes don’t wait for each other, so a key is lost',
    'return serial.run(change);',
    'return change();',
  ),
  keyRing(
    'a key for this session only is written into the keychain',
    "if (keep === 'session') {",
    "if (keep === 'session' && !secrets.lasting) {",
  ),
  keyRing(
    'removing the key in use puts another one in use',
    'if (active === id) active = null;',
    'if (active === id) active = index.kept[0]?.id ?? null;',
  ),
  keyRing(
    'after the next start, too',
    'active: state.index.active === id ? null : state.index.active,',
    'active: state.index.active === id ? (state.index.kept.at(-1)?.id ?? null) : state.index.active,',
  ),
  inTrouble(
    'a list of a newer version is set aside as damaged',
    "return { kind: 'closed', why: 'newerVersion' };",
    "return moveAside(text ?? '');",
  ),
  inTrouble(
    'another key than was stored is sent',
    'credentialKind(value) === kept.kind &&\n  lastFour(value) === kept.lastFour;',
    'credentialKind(value) === kept.kind;',
  ),
  stores('credentials/secret-stores.ts')(
    'an encryption that does nothing is trusted',
    '!bytes.includes(probe) && ',
    '',
  ),
  stores('credentials/secret-stores.ts')(
    'encryption that does not say what it does is trusted',
    "new Set(['basic_text', 'unknown'])",
    "new Set(['basic_text'])",
  ),
  kinds('service/credential.ts')(
    '[18] half of a short key is shown',
    'Math.min(4, Math.floor(value.length / 4))',
    'Math.min(4, value.length)',
  ),
  kinds('service/credential.ts')(
    'a session token’s end is read in milliseconds',
    'isoTime(exp * 1000)',
    'isoTime(exp)',
  ),
  kinds('service/credential.ts')(
    '[23] the session token goes to the open pages',
    'return familyOf(path).need === needOf(kind);',
    "return familyOf(path).need === needOf(kind) || (kind === 'sessionToken' && familyOf(path).need === 'none');",
  ),
  keyTest(
    'whatever answers 404 accepts the key',
    'return probe.isServices(answer)\n',
    'return answer.body !== undefined\n',
  ),
  accountMethods(
    'a session token takes the place of a key',
    'if (!isToken) return value;',
    'return value;',
  ),
  accountMethods(
    'a trial key is asked for when it can’t be kept',
    'await roomFor(profile.id);\n      const trial',
    'const trial',
  ),
  addresses(
    '[1] a host that only begins like this computer’s gets a key unencrypted',
    '!loopbackHosts.has(url.hostname)',
    "!loopbackHosts.has(url.hostname) && !url.hostname.startsWith('localhost')",
  ),
  addresses(
    'the same name on another port or protocol has the same keys',
    '{ id: url.origin,',
    '{ id: url.hostname,',
  ),
  settings('settings/settings.ts')(
    'settings that the disk refused are in force',
    'await file.write(written);',
    'settings = changed;\n        await file.write(written);',
  ),
  settings('store/json-file.ts')(
    'a damaged file is written over',
    "if (state === 'damaged' && old !== null) await atomicWrite(damagedPath(path), old);",
    '',
  ),
  settings('store/json-file.ts')(
    'a file that the disk does not let be read is taken for none',
    "systemCode(error) === 'ENOENT'",
    "systemCode(error) !== 'EACCES'",
  ),
  workspaces('an older save of a window counts', 'one.turns.take(turn)) one', 'true) one'),
  workspaces(
    'a reloaded page does not wait for the last save',
    'await one.turns.taken(after)',
    'void 0',
  ),
  settings('settings/settings.ts')(
    'settings that a newer version knows are thrown away',
    '{ ...settings, ...content, ...change }',
    '{ ...settings, ...change }',
  ),
  workspaces('tabs of a newer version are written over', 'if (!isWhole) file.setDamaged();', ''),
  service('contract/choosing-service.test.ts')(
    'a service that can’t be kept is in use',
    'await settings.change({ service });\n        profile = next;',
    'profile = next;\n        await settings.change({ service });',
  ),
  service('contract/credentials.test.ts')(
    '[22] the environment’s key goes to the address chosen before, not to the one given with it',
    "givenAddress(start) ?? (chosen?.kind === 'address' ? chosen.address : null)",
    "chosen?.kind === 'address' ? chosen.address : givenAddress(start)",
  ),
  redaction('redact.ts')(
    '[17] a key written as a part of an address stays in the bundle',
    '      encodeURIComponent(secret),\n',
    '',
  ),
  redaction('redact.ts')(
    '[17] a key that begins like another leaves its end in the bundle',
    'secrets.toSorted((a, b) => b.length - a.length)',
    'secrets.toSorted((a, b) => a.length - b.length)',
  ),
  redaction('redact.ts')(
    'a value in an address stays in the bundle where no template fits',
    "if (path.startsWith('/api/data/')) {",
    "if (path.startsWith('/api/data/') && templates.length === 0) {",
  ),
  support('bundle.ts')(
    'the names of keys are in the bundle',
    'credentials: credentials.map(describeCredential)',
    'credentials',
  ),
  support('bundle.ts')(
    'another text than was read is saved',
    'if (shown?.id !== id) {',
    'if (shown === null) {',
  ),
  redaction('failures.ts')(
    'after fifty failures no later one is kept',
    '[clean(problem, secrets()), ...list].slice(0, most)',
    '[...list, clean(problem, secrets())].slice(0, most)',
  ),
  support('failures.ts')(
    '[17] a key that the service repeats is kept in a file',
    'list = [clean(problem, secrets()),',
    'list = [problem,',
  ),
  history(
    'calls of earlier starts are not in the total',
    'total: sentCalls(calls.total)',
    'total: sentCalls(calls.session)',
  ),
  history(
    'a run of an earlier start does not say where it rested',
    "rested: state.kind === 'interrupted' ? state.rested : null",
    'rested: null',
  ),
  findRuns('find-runs.ts')(
    'one word of several is enough to be found',
    'words.every((word)',
    'words.some((word)',
  ),
  findRuns('find-runs.ts')(
    'a run at work is deleted as old',
    "!(keepStarred && run.starred) &&\n      endingOf(run).group !== 'working',",
    '!(keepStarred && run.starred),',
  ),
  findRuns('find-runs.ts')(
    'a month before the 31st is in the same month',
    'limit.setDate(1);\n',
    '',
  ),
  runWords(
    'a new start is said to cost nothing before the first page',
    'Math.max(pages, 1)',
    'pages',
  ),
  runWords(
    'a run of stored data is said to have lost its place',
    "return !isStored && (state === 'interrupted'",
    "return (isStored || !isStored) && (state === 'interrupted'",
  ),
  historyPage('RunList.tsx')(
    'a key meant for a button deletes the run',
    "target.getAttribute('role') === 'row'",
    'target.closest(\'[role="row"]\') !== null',
  ),
  historyPage('run-actions.tsx')(
    'Undo takes back only the first of several runs',
    'void restoreRuns(removal)',
    'void restoreRuns({ ...removal, runIds: removal.runIds.slice(0, 1) })',
  ),
  settingsPage('NumberSetting.tsx')(
    'a price with a comma is a hundred times as high',
    "text.replace(',', '.')",
    "text.replace(',', '')",
  ),
  settingsPage('request-sections.tsx')(
    'a ceiling by day takes away the one by run',
    '{ ...ceilings, ...change }',
    '{ ...usualPreferences.ceilings, ...change }',
  ),
  bars('a year begins a month too early', 'last.getMonth() - 11', 'last.getMonth() - 12'),
  estimate('sample calls cost money', 'if (isSample) return null;', ''),
  credits(
    'what was used of anything counts as credits',
    'new RegExp(`^(credits? (${words})|(${words}) credits?)$`)',
    'new RegExp(`^(\\\\w+ )?(${words})( credits?)?$`)',
  ),
  credits(
    'of two answers to one question, the first counts',
    'new Set(values).size === 1 ?',
    'values.length > 0 ?',
  ),
  keyTests(
    'a key just added is refused for what an older one asked',
    "known === 'testing' || (details?.sentAt ?? '') <= since",
    "known === 'testing'",
  ),
  keyTests(
    'a key chosen meanwhile is refused for the one before it',
    'sentWith.get(run.id) ?? inUse',
    'inUse',
  ),
  keyTests('a key that works again stays refused', 'pageCame && isRefused(known)', 'false'),
  words('features/account/plan/credit-words.ts')(
    'more credits than the plan has are “of” the plan',
    'limit > 0 && count <= limit',
    'limit > 0',
  ),
  words('features/account/plan/plan-words.ts')(
    'a price below a cent is shown as nothing',
    'Math.abs(amount) < 1 ? 8 : 2',
    '2',
  ),
  words('components/credentials/credential-words.ts')(
    'a session token warns only after it ended',
    'sessionToken: hourMs,',
    'sessionToken: 0,',
  ),
  accountPage('keys/dialogs.tsx')(
    'a key for this session only is kept in the keychain by the dialog',
    "const keep = forSession ? ('session' as const) : ('keychain' as const);",
    "const keep = 'keychain' as const;",
  ),
  accountPage('AccountPage.tsx')(
    'a plan that an old sign-in refused stays refused after a new one',
    'next === null && isAboutToken(task)',
    'next !== null && isAboutToken(task)',
  ),
  accountPage('keys/KeyRow.tsx')(
    'a sign-in that ends soon offers no new one',
    "left.urgency !== 'calm' && (",
    "left.urgency === 'ended' && (",
  ),
  accountPage('ServiceSection.tsx')(
    'another service is chosen while a run is at work, without asking',
    'if (runs.length === 0) go();',
    'if (runs.length >= 0) go();',
  ),
  historyPage('RunPane.tsx')(
    'a run at work can’t be stopped in History',
    '{works ? (',
    '{!works ? (',
  ),
];

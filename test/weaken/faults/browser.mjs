/** Faults in the browser host, in collecting by command, in starting the program, and in what the desktop tells a person. */
import { faultsOf } from '../fault.mjs';

const security = (name) => `security/browser-host-${name}.test.ts`;
const browser = (name, test = security('guards')) => faultsOf(`src-main/browser/${name}.ts`, test);
const hostName = browser('guards');
const origin = browser('guards');
const token = browser('guards');
const host = browser('host');
const call = browser('call', security('requests'));
const downloads = browser('downloads', 'unit/browser/downloads.test.ts');
const sent = browser('downloads', security('streams'));
const events = browser('event-stream', security('streams'));
const program = browser('program', 'unit/browser/program.test.ts');
const options = faultsOf('src-main/launch/start-options.ts', 'unit/launch/start-options');
const smoke = faultsOf('src-main/launch/smoke.ts', 'unit/launch/smoke');
const launch = (name) => faultsOf(`src-main/launch/${name}.ts`, 'unit/launch/open-window');
const command = (name) => faultsOf(`src-main/${name}.ts`, 'contract/headless.test.ts');
const desktop = (name, test = name) =>
  faultsOf(`src-main/electron/${name}.ts`, `unit/electron/${test}.test.ts`);

export const browserHost = [
  command('collect/plan')('another label is the same collection', '    options.label,\n', ''),
  command('collect/plan')(
    'inputs are in files without people',
    'replacesPeople(privacy) && !isReplaced',
    'false',
  ),
  command('collect/collect')(
    'other inputs join a collection',
    'run.list?.sha256 !== list.sha256',
    'run.list === null',
  ),
  command('collect/collect')('a dry run asks', 'if (options.dryRun) {', 'if (stop.aborted) {'),
  command('collect/exit')(
    'used-up credits look like a limit',
    "plan_limit: 'refused'",
    "plan_limit: 'partial'",
  ),
  command('core/lists/lists')(
    'every part asks the same',
    'at % part.of === part.number - 1',
    'at % part.of === 0',
  ),
  host('it listens to the whole network', "host: '127.0.0.1', ", ''),
  host('events need no token', "app.use('/api/*', tokenOnly", "app.use('/api/call', tokenOnly"),
  host(
    'nonsense is answered without the fence',
    '{ status: 400, headers: answerHeaders }',
    '{ status: 400 }',
  ),
  browser('guards')('answers may be kept', 'cacheControl(false)', 'cacheControl(true)'),
  hostName(
    'of two names the last counts',
    'hosts.length === 1 ? hosts[0] : undefined',
    'hosts.at(-1)',
  ),
  hostName(
    'of two names the first counts',
    'hosts.length === 1 ? hosts[0] : undefined',
    'hosts[0]',
  ),
  hostName(
    'a name that ends like ours will do',
    'allowed.has(host.toLowerCase())',
    '[...allowed].some((name) => host.toLowerCase().endsWith(name))',
  ),
  hostName('the port is not looked at', "/:80$/, ''", "/:\\d+$/, ''"),
  origin(
    'the scheme of the origin is not looked at',
    'origin !== own)',
    '!origin.endsWith(own.slice(4)))',
  ),
  origin(
    'another program on this computer is our own site',
    "['same-origin', 'none']",
    "['same-origin', 'same-site', 'none']",
  ),
  origin(
    'reading is open to other sites',
    'if (site !== undefined &&',
    "if (site !== undefined && c.req.method === 'POST' &&",
  ),
  token('the beginning of the token will do', 'sameText(given, token)', 'token.startsWith(given)'),
  token(
    'the token may stand in the address',
    "c.req.header('authorization') ?? ''",
    "c.req.header('authorization') ?? `Bearer ${c.req.query('token')}`",
  ),
  browser('guards', security('requests'))(
    'HEAD is answered like GET',
    "method === 'GET' ||",
    "method === 'GET' || method === 'HEAD' ||",
  ),
  call(
    'a type that begins like JSON is JSON',
    "type !== 'application/json'",
    "!type?.startsWith('application/json')",
  ),
  call('a body that is not announced has no limit', 'length <= limit', 'length >= 0'),
  browser('tickets')(
    'a ticket can be used again',
    'remove(ticket)?.value',
    'open.get(ticket)?.value',
  ),
  browser('tickets', security('streams'))(
    'a file nobody fetched stays',
    'if (found !== undefined) onExpired(found.value);',
    '',
  ),
  sent('a download that is broken off leaves its file', "stream.once('close'", "stream.once('end'"),
  sent(
    'a name can end its header',
    "`attachment; filename*=UTF-8''${encoded}`",
    '`attachment; filename="${name}"`',
  ),
  downloads('a name can lead out of its folder', '<>:"/\\\\|?*]', '<>:"|?*]'),
  downloads('other accounts can read what is saved', 'mode: 0o700', 'mode: 0o755'),
  downloads(
    'the methods sheet is left out',
    'for (const path of paths) {',
    'for (const path of paths.slice(0, 1)) {',
  ),
  events('who left is told on', 'for (const duty of duties.splice(0)) duty();', ''),
  events(
    'who does not read is held everything for',
    '<= options.maxUnreadBytes) return;',
    '<= options.maxUnreadBytes || options.heartbeatMs > 0) return;',
  ),
  program('the browser’s command line has the token', '(host.mintOpeningUrl())', '(host.url)'),
  program(
    'a taken port keeps the data folder',
    'await core.close();\n    parts.complain(port',
    'parts.complain(port',
  ),
  program('what an earlier process left stays', 'await downloads.sweep();', ''),
  program(
    'nothing is swept at the end',
    'await core.close();\n      await downloads.close();',
    'await core.close();',
  ),

  options(
    'the environment wins over a flag',
    "given.get('service')?.at(-1) ?? textOrNull(environment[addressVariable])",
    "textOrNull(environment[addressVariable]) ?? given.get('service')?.at(-1) ?? null",
  ),
  options('an empty key is a key', 'text?.trim() || null', 'text ?? null'),
  options('a flag is taken for the folder’s name', " || value.startsWith('--')", ''),
  options('any name may be allowed', '[a-z0-9.-]+|', '[a-z0-9.*-]+|'),
  smoke('it asks a service that costs', 'start: { sample: true,', 'start: { sample: false,'),
  smoke('what fails is no failure', 'return failed.length === 0 ? 0 : 1;', 'return 0;'),
  smoke('it removes the person’s folder', 'if (parts.dataDir === null) await rm', 'await rm'),
  launch('open-window')('root gets a window', 'if (userId === 0)', 'if (userId === -1)'),
  launch('get-electron')('a failed download is tried at every start', '< dayMs', '> dayMs'),
  launch('run-electron')(
    'Electron is started as plain Node',
    '{ ELECTRON_RUN_AS_NODE: _asNode, ...environment } =',
    'environment =',
  ),
  launch('run-electron')('a crash ends the program without a word', "  'SIGSEGV',\n", ''),
  faultsOf('src-main/build-if-needed.mjs', 'unit/launch/build-if-needed')(
    'a broken build counts as built',
    'rmSync(stamp, { force: true });',
    '',
  ),
  faultsOf('src-main/launch/start-core.ts', 'unit/launch/sample-starter')(
    'a failed start is kept',
    '        running = null;\n        throw',
    '        throw',
  ),

  desktop('leaving', 'work')(
    'files being saved are broken off without a question',
    'runs + exports > 0',
    'runs > 0',
  ),
  desktop('leaving', 'work')('after a no nobody is asked again', '        asking = false;\n', ''),
  desktop('work')(
    'rows of before count as progress',
    '(rowCount - rowsBefore) / (limit.rows - rowsBefore)',
    'rowCount / limit.rows',
  ),
  desktop('work', 'work')('the bar stays when all is done', 'const none = -1;', 'const none = 0;'),
  desktop('window-trouble')(
    'Wait crashes the window',
    'if (again !== true) return;',
    'if (again === null) return;',
  ),
  desktop('window', 'remembered')(
    'the window opens on a screen that is gone',
    'area === undefined ? size :',
    'false ? size :',
  ),
  desktop('given-recipe')(
    'a second start is read from the wrong folder',
    'fileAmong(others.slice(1), folder)',
    'fileAmong(others.slice(1), process.cwd())',
  ),
  desktop('ports', 'ports')(
    'a file is saved after Cancel',
    "if (chosen.canceled || chosen.filePath === '') return null;",
    '',
  ),
  desktop('host')(
    'the program ends before its files are closed',
    'opened.close()).catch',
    'void opened.close()).catch',
  ),
];

/**
 * The lines that fence the desktop program in, each with a change that weakens it. The first
 * argument is the item of the safety checklist.
 */

const unit = (...names) => names.map((name) => `unit/electron/${name}.test.ts`);
const packaging = ['unit/packaging/configuration', 'unit/packaging/fuses'];

const electron = (file) => `src-main/electron/${file}`;
const option = (item, name, value) => ({
  what: `[${item}] ${name}`,
  file: electron('window.ts'),
  tests: unit('window'),
  from: `${name}: ${String(value)},`,
  to: `${name}: ${String(!value)},`,
});
const inFile = (file, tests) => (item, from, to) => ({ what: `[${item}]`, file, tests, from, to });
const headers = inFile('src-main/bundle/window-files.ts', unit('app-protocol'));
const policy = (from, to) => headers(5, from, to);

const window = inFile(electron('window.ts'), unit('window'));
const host = inFile(electron('host.ts'), unit('host'));
const permissions = inFile(electron('own-page.ts'), unit('borders'));
const navigation = inFile(electron('own-page.ts'), unit('borders'));
const address = inFile(electron('own-page.ts'), unit('app-protocol'));
const sender = inFile(electron('own-page.ts'), unit('trusted-sender'));
const ipc = inFile(electron('ipc.ts'), unit('trusted-sender'));
const protocol = inFile(electron('app-protocol.ts'), unit('app-protocol'));
const preload = inFile(electron('preload.ts'), unit('preload'));
const opener = inFile(electron('ports.ts'), unit('borders'));
const asked = inFile(electron('ports.ts'), unit('borders'));
const links = inFile('src-main/core/settings/addresses.ts', unit('borders'));
const files = inFile('src-main/bundle/window-files.ts', unit('app-protocol'));
const net = inFile(electron('ports.ts'), unit('ports'));
const main = inFile(electron('main.ts'), unit('main'));
const packages = inFile('package.json', packaging);
const fuses = inFile('src-main/packaging/fuses.mjs', packaging);
const fuse = (name, value) => packages(19, `"${name}": ${value}`, `"${name}": ${!value}`);

export const desktop = [
  window(1, 'return window.loadURL(appAddress);', "return window.loadURL('https://example.com/');"),
  option(2, 'sandbox', true),
  option(2, 'contextIsolation', true),
  option(2, 'nodeIntegration', false),
  option(2, 'nodeIntegrationInWorker', false),
  option(2, 'nodeIntegrationInSubFrames', false),
  host(2, 'app.enableSandbox();', ''),

  host(3, 'denyPermissions(electron.session.defaultSession);', ''),
  permissions(3, '_permission, decide) => decide(false)', '_permission, decide) => decide(true)'),
  permissions(3, 'setPermissionCheckHandler(() => false)', 'setPermissionCheckHandler(() => true)'),
  permissions(
    3,
    'setDevicePermissionHandler(() => false)',
    'setDevicePermissionHandler(() => true)',
  ),
  permissions(3, 'decide(null)', 'decide({})'),

  option(4, 'webSecurity', true),
  option(4, 'allowRunningInsecureContent', false),
  option(4, 'experimentalFeatures', false),
  option(4, 'webviewTag', false),
  option(4, 'plugins', false),
  option(4, 'navigateOnDragDrop', false),
  option(4, 'spellcheck', false),
  navigation(4, "contents.on('will-attach-webview', (event) => event.preventDefault());", ''),

  policy(`"default-src 'none'"`, `"default-src 'self'"`),
  policy(`"script-src 'self'"`, `"script-src 'self' 'unsafe-inline'"`),
  policy(`"script-src 'self'"`, `"script-src 'self' 'unsafe-eval'"`),
  policy(`"script-src 'self'"`, `"script-src *"`),
  policy(`"style-src 'self' 'unsafe-inline'"`, `"style-src * 'unsafe-inline'"`),
  policy(`policyWith("'self' data:");`, `policyWith("'self' data: https:");`),
  policy(`"font-src 'self'"`, `"font-src *"`),
  policy(`"connect-src 'self'"`, `"connect-src *"`),
  policy(`"frame-ancestors 'none'"`, `"frame-ancestors *"`),
  policy(`"base-uri 'none'"`, `"base-uri *"`),
  policy(`"form-action 'none'"`, `"form-action *"`),
  policy(`'X-Content-Type-Options': 'nosniff',`, ''),
  policy(`'Referrer-Policy': 'no-referrer',`, ''),
  policy(`'Cross-Origin-Opener-Policy': 'same-origin',`, ''),
  policy(`'Cross-Origin-Resource-Policy': 'same-origin',`, ''),
  policy(`'Cross-Origin-Embedder-Policy': 'credentialless',`, ''),
  protocol(
    5,
    'new Response(null, { status, headers: { ...windowHeaders } })',
    'new Response(null, { status })',
  ),
  protocol(5, 'headers: { ...windowHeaders, ...(await', 'headers: { ...(await'),
  protocol(5, 'codeCache: true }', 'codeCache: true, bypassCSP: true }'),

  host(6, "app.on('web-contents-created', (_event, contents) => guardNavigation(contents));", ''),
  navigation(6, "contents.on('will-navigate'", "contents.on('did-navigate'"),
  navigation(6, "contents.on('will-redirect'", "contents.on('did-navigate'"),
  navigation(6, "contents.on('will-frame-navigate'", "contents.on('did-navigate'"),
  navigation(6, '!event.isMainFrame || ', ''),
  navigation(6, "({ action: 'deny' })", "({ action: 'allow' })"),
  address(6, 'url.host === appHost &&', ''),
  address(6, 'url.protocol === `${appScheme}:` &&', ''),
  address(6, "url.username === '' &&", ''),
  address(6, "&&\n    url.password === ''", ''),

  opener(7, 'const link = openableLink(address);', 'const link: string | null = address;'),
  opener(7, 'if (agreesToOpen)', 'if (agreesToOpen || true)'),
  asked(7, 'response === 0', 'response >= 0'),
  opener(7, 'openExternal(link)', 'openExternal(address)'),
  links(
    7,
    "url.protocol !== 'https:' ||",
    "!['https:', 'http:', 'file:'].includes(url.protocol) ||",
  ),
  links(7, "|| url.username !== ''", ''),
  links(7, "|| url.password !== '') return null", ') return null'),

  ipc(
    9,
    "if (!isTrustedSender(event, contents())) throw new Error('This sender is not answered.');",
    '',
  ),
  sender(9, 'sender === known &&', 'sender.id === known.id &&'),
  sender(9, 'senderFrame.parent === null &&', ''),
  sender(9, 'isAppAddress(senderFrame.url)', "senderFrame.url.startsWith('app://bundle')"),
  sender(9, '&&\n    isAppAddress(senderFrame.url)', ''),
  sender(
    9,
    'senderFrame !== null &&\n    senderFrame.parent === null &&\n    isAppAddress(senderFrame.url)',
    '(senderFrame === null || isAppAddress(senderFrame.url))',
  ),

  protocol(10, "if (request.method !== 'GET') return refuse(405);", ''),
  protocol(10, 'standard: true', 'standard: false'),
  protocol(10, 'secure: true', 'secure: false'),
  protocol(10, 'supportFetchAPI: true', 'supportFetchAPI: false'),
  address(10, 'if (!address.startsWith(appAddress)) return null;', ''),
  files(10, 'if (!isPlainPath(path)) return null;', ''),
  files(10, '[A-Za-z0-9_-][A-Za-z0-9_.-]*$', '[A-Za-z0-9_.-]+$'),
  files(10, 'if (!(await lstat(file)).isFile()) return null;', ''),

  preload(
    12,
    "exposeInMainWorld('explorer', bridge)",
    "exposeInMainWorld('explorer', { ...bridge, ipcRenderer })",
  ),
  preload(
    12,
    '(_event: unknown, event: AppEvent): void => listener(event)',
    '(first: unknown, event: AppEvent): void => Reflect.apply(listener, null, [first, event])',
  ),
  preload(
    12,
    'call: (method, input) => ipcRenderer.invoke(callChannel, method, input)',
    'call: (...all: unknown[]) => ipcRenderer.invoke(callChannel, ...all)',
  ),

  window(13, 'devTools: !options.packaged', 'devTools: true'),
  inFile(electron('menu.ts'), unit('menu'))(
    13,
    '...(packaged ? [] : development)',
    '...development',
  ),

  main(17, 'delete process.env[keyVariable];', ''),
  main(2, 'app.isPackaged && refusesSwitch(electron)', 'false'),
  inFile(electron('sandbox-switch.ts'), unit('main'))(2, 'app.exit(1);', ''),
  packages(2, '"executableArgs": []', '"executableArgs": ["--no-sandbox"]'),

  fuse('runAsNode', false),
  fuse('enableCookieEncryption', true),
  fuse('enableNodeOptionsEnvironmentVariable', false),
  fuse('enableNodeCliInspectArguments', false),
  fuse('enableEmbeddedAsarIntegrityValidation', true),
  fuse('onlyLoadAppFromAsar', true),
  fuse('loadBrowserProcessSpecificV8Snapshot', false),
  fuse('grantFileProtocolExtraPrivileges', false),
  fuses(19, '[FuseV1Options.WasmTrapHandlers]: true', '[FuseV1Options.WasmTrapHandlers]: false'),
  fuses(19, 'strictlyRequireAllFuses: true', 'strictlyRequireAllFuses: false'),
  fuses(19, 'return wire[fuse] === state ?', 'return wire[fuse] !== undefined ?'),
  packages(19, '"hardenedRuntime": true', '"hardenedRuntime": false'),
  packages(19, '"asar": true', '"asar": false'),

  net(22, "credentials: 'omit' as const,", ''),
  net(22, "cache: 'no-store' as const,", ''),
  net(22, "redirected && init?.redirect === 'manual'", 'redirected'),
];

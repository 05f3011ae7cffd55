/**
 * Faults in what the service says of itself, in requests written by hand, and in the sample
 * service.
 */
import { faultsOf } from '../fault.mjs';

const about = (file) => `src-shared/description/${file}`;
const core = (file) => `src-main/core/${file}`;
const sample = (file) => `src-main/sample-service/${file}`;
const page = (file) => `src-renderer/features/${file}`;

const reconciled = 'unit/description/in-force.test.ts';
const documents = 'unit/description/documents.test.ts';
const later = 'contract/description-later.test.ts';
const asked = 'contract/description.test.ts';
const hostile = 'contract/description-hostile.test.ts';
const free = 'contract/request.test.ts';

const inForce = faultsOf(about('in-force.ts'), reconciled);
const corrections = faultsOf(about('corrections.ts'), later);
const discovered = faultsOf(about('discover.ts'), asked);
const matched = faultsOf(about('match-parameters.ts'), reconciled);
const paths = faultsOf(about('match-paths.ts'), reconciled);
const knowledge = faultsOf(core('description/service-knowledge.ts'), later);
const fetched = faultsOf(core('description/fetch-document.ts'), hostile);
const digest = faultsOf(core('description/worker/digest.ts'), documents);
const handlers = faultsOf(core('description/description-handlers.ts'), later);
const sending = faultsOf(core('requests/send-request.ts'), free);
const typed = faultsOf('src-shared/query/free-request.ts', 'unit/query/free-request.test.ts');
const once = faultsOf(core('requests/request-handlers.ts'), free);

const live = faultsOf(sample('live.ts'), 'unit/sample-service/live.test.ts');
const held = faultsOf(sample('live.ts'), 'unit/sample-service/service.test.ts');
const cursors = faultsOf(sample('cursors.ts'), 'unit/sample-service/service.test.ts');
const operations = faultsOf(sample('operations.ts'), 'unit/sample-service/stored.test.ts');
const stored = faultsOf(sample('stored.ts'), 'unit/sample-service/stored.test.ts');

export const description = [
  // Person before service before assumption.
  inForce(
    'the service goes before the person',
    'catalogue = withCorrections(catalogue, ofOurs);',
    'catalogue = withCorrections(catalogue, ofOurs.filter(({ name }) => !found.said.some(isOf(name))));',
  ),
  inForce(
    'what the service says is not held to the rules for corrections',
    'const complaint = complainAboutCorrection(catalogue, name, value);\n    if',
    'const complaint = null;\n    if',
  ),
  inForce('a new parameter is required at once', '\n      .map(asOptional);', ';'),
  inForce(
    'a new parameter is added although it may be one of ours under another name',
    ' && !couldBe.some(isOpen)',
    '',
  ),
  matched(
    'a documented name is changed without anybody’s yes',
    "    .filter(([{ evidence }]) => evidence === 'assumed')\n",
    '',
  ),
  faultsOf(about('match-parameters.ts'), reconciled)(
    'a name that the specification uses for something else is taken for ours',
    'left.theirs.filter(({ name }) => !knownNames.has(name))',
    'left.theirs',
  ),
  faultsOf(about('matching.ts'), reconciled)(
    'one of two paths that are as like is taken',
    'first.score - second.score >= lead',
    'true',
  ),
  paths('a path of another platform is taken', 'platformOf(path) !== endpoint.platform ||', ''),
  faultsOf(about('reconcile.ts'), reconciled)(
    'documented limits are changed without anybody’s yes',
    "{ ours: limitsText(ours.min, ours.max), evidence: 'documented' }",
    "{ ours: limitsText(ours.min, ours.max), evidence: 'assumed' }",
  ),
  faultsOf(about('differences.ts'), reconciled)(
    'what was accepted is out of sight once the description is gone, though in force',
    '...noLongerSaid(said, sides).map((name) => acceptedBefore(name, sides)),',
    '',
  ),
  faultsOf(about('in-force.ts'), reconciled)(
    'the form does not say that a path is not confirmed',
    "one.inForce.by === 'assumption'",
    "one.inForce.by !== 'assumption'",
  ),
  corrections(
    'a path of live data may be corrected to one of stored data',
    "if (isLive(value) !== (endpoint.kind === 'live')) {",
    'if (value === endpoint.kind) {',
  ),
  corrections(
    'a path may lose the value it is about',
    'if (missing !== undefined) return',
    'if (missing === value) return',
  ),

  // What is kept of a description.
  knowledge(
    'a description that is broken takes the last good one away',
    '({ failed: { at, message: read.message } })',
    '({ failed: { at, message: read.message }, description: null })',
  ),
  knowledge(
    'corrections made at the same moment overwrite each other',
    'return of.changes.run(async () => {',
    'return ((work: () => Promise<void>) => work())(async () => {',
  ),
  knowledge('asking twice at once asks twice', 'if (of.asking === null) {', 'if (of !== null) {'),
  knowledge(
    'a description read at another path of the same server is in force',
    'const described = description?.basePath === basePath ? description.service : null;',
    'const described = basePath === null ? null : (description?.service ?? null);',
  ),
  knowledge(
    'a new address is asked at every start',
    'return description?.basePath !== current.basePath && !asked.has(askedAt(current));',
    'return description?.basePath !== undefined || !asked.has(askedAt(current));',
  ),
  faultsOf(about('in-force.ts'), reconciled)(
    'an endpoint that is gone is offered as if it were there',
    "discovered: 'gone'",
    "discovered: 'described'",
  ),
  discovered('a discovered question costs nothing', 'metered: true,', 'metered: false,'),
  discovered(
    'required parameters of a discovered question come last',
    '...parameters.filter(({ required }) => required),\n  ...parameters.filter(({ required }) => !required),',
    '...parameters.filter(({ required }) => !required),\n  ...parameters.filter(({ required }) => required),',
  ),
  handlers(
    'a profile that changes what is documented does not say so',
    'if (complaint === null && !assumed.has(id)) documented.push(id);',
    '',
  ),
  handlers(
    'a difference for reading only can be accepted',
    '(accepted && !difference.acceptable)',
    '(accepted && difference.accepted)',
  ),

  // Descriptions that mean harm.
  faultsOf(core('description/fetch-document.ts'), later)(
    'a redirect is followed to another place',
    "redirect: 'manual'",
    "redirect: 'follow'",
  ),
  fetched('more than 5 MB is taken', 'if (size > mostBytes) {', 'if (chunks.length > mostBytes) {'),
  fetched(
    'an announced length is not looked at',
    'if (announced > mostBytes) {',
    'if (announced < 0) {',
  ),
  digest(
    'background operations become questions',
    "!path.startsWith('/api/data/operations/') &&",
    '',
  ),
  digest(
    'a small document may become a large one',
    "if (left < 0) throw new Unreadable('is too large to read.');",
    '',
  ),
  digest(
    'the host that a description names is part of the path',
    "return path.startsWith(basePath) ? path.slice(basePath.length) : '';",
    "return `${new URL(url, 'https://service.invalid').host}${path.slice(basePath.length)}`;",
  ),
  faultsOf(about('paths.ts'), documents)(
    'a path may have dots in it',
    '[A-Za-z0-9_~-]+|',
    '[A-Za-z0-9_~.-]+|',
  ),
  faultsOf(core('description/worker/read-document.ts'), documents)(
    'characters that turn the direction of words stay',
    ".replaceAll(invisible, ' ')",
    '',
  ),

  // Requests written by hand.
  sending(
    'what is metered is sent without a question',
    "if (family.metered && !input.metered) return { kind: 'metered' };",
    '',
  ),
  sending('the day’s ceiling lets one more through', 'calls >= day', 'calls > day'),
  once('a double click sends twice', 'if (known !== undefined) return known.sent;', ''),
  once(
    'a request whose answer was removed is sent, and paid, again',
    'if (ledger.callsOfRun(input.requestId) > 0) throw new ProblemError(sentBefore());',
    '',
  ),
  sending(
    'answers about the account, with keys in them, are written to disk',
    'if (!answer.head.metered) {',
    "if (answer.head.target === '') {",
  ),
  sending(
    'a key that the service repeats is kept',
    'cleanBody(asBuffer(answer.body), secrets)',
    'cleanBody(body, [])',
  ),
  sending(
    'a long answer fills the memory',
    'mostBytes: maxInlineBody,',
    'mostBytes: maxInlineBody * 2,',
  ),
  faultsOf(core('service/without-credential.ts'), free)(
    'another key than the one that was sent is kept',
    'for (const secret of secrets) withoutCredential',
    'for (const secret of secrets.slice(0, 1)) withoutCredential',
  ),
  faultsOf(core('service/without-credential.ts'), free)(
    'a cursor inside an operation’s result is kept',
    "['result', 'results']",
    "['results']",
  ),
  faultsOf(core('requests/read-answer.ts'), free)(
    'a cursor that was sent is kept with its answer',
    "/cursor/i.test(name) ? '…' : value",
    'value',
  ),
  faultsOf(core('requests/answers.ts'), free)(
    'answers of another service are listed',
    '.filter((answer) => answer.profileId === profileId)',
    '',
  ),
  typed('a path climbs out by encoded slashes', 'path.split(/\\/|%2f|%5c/i)', "path.split('/')"),
  typed(
    'billing is asked, written in capitals',
    'familyOf(path.toLowerCase()).billing',
    'familyOf(path).billing',
  ),
  faultsOf('src-shared/service/families.ts', free)(
    'the sign-in goes to paths that only begin like the account’s',
    ': path === prefix || path.startsWith(`${prefix}/`)',
    ': path.startsWith(prefix)',
  ),
  faultsOf(page('request/RequestForm.tsx'), 'unit/renderer/request/request-page.test.tsx')(
    'the window sends what is metered without a dialog',
    'if (outlook.metered) putQuestion',
    'if (outlook.metered && outlook.isMissing) putQuestion',
  ),
  faultsOf(page('request/request-words.ts'), 'unit/renderer/request/request-words.test.ts')(
    'a key that is not in use is said to go along',
    'inUse && (kind',
    '(kind',
  ),
  faultsOf(
    page('service-profile/dialogs.tsx'),
    'unit/renderer/service-profile/service-profile-page.test.tsx',
  )('a request with a value missing is sent', 'disabled={preview.complaint !== null}', ''),

  // The sample service.
  live('a last page says that there is more', 'end < rows.total ?', 'end <= rows.total ?'),
  held(
    'later pages are of another moment than the first',
    'offset: page.next, now: place.now',
    'offset: page.next, now: start.now',
  ),
  cursors(
    'a cursor answers another request',
    'if (content.request !== request) {',
    'if (content.request === null) {',
  ),
  cursors(
    'a cursor lasts a moment too long',
    'content.expires <= clock()',
    'content.expires < clock()',
  ),
  faultsOf(sample('service.ts'), 'unit/sample-service/service.test.ts')(
    'a call that was answered isn’t counted',
    'service.callsCounted += 1;',
    '',
  ),
  faultsOf(sample('keys.ts'), 'unit/sample-service/service.test.ts')(
    'a trial key never ends',
    'trialEnd > now',
    'trialEnd > 0',
  ),
  faultsOf(sample('validation.ts'), 'unit/sample-service/live.test.ts')(
    'one day is refused as a period',
    'until < since',
    'until <= since',
  ),
  faultsOf(sample('answers.ts'), 'unit/sample-service/live.test.ts')(
    'ids of 19 digits are rounded',
    'return String(value);\n',
    'return String(Number(value));\n',
  ),
  operations(
    'an operation can be asked for with somebody else’s key',
    'operation === undefined || operation.table.key !== key ||',
    'operation === undefined ||',
  ),
  stored(
    'a trial key gets whole pages',
    "kind === 'trial' ? trialRowsPerCall : table.pageSize",
    'table.pageSize',
  ),
  stored(
    'a table answers another request',
    'if (table.request !== asked.request) {',
    'if (table.request === null) {',
  ),
  faultsOf(sample('data/memory.ts'), 'unit/sample-service/references.test.ts')(
    'a post asked for by its id has another text than in the list',
    'occasions.set(`${platform} ${slot}`, occasion);',
    '',
  ),
  faultsOf(sample('data/rows.ts'), 'unit/sample-service/stored.test.ts')(
    'the last second of a day is lost',
    'firstBefore(lastSecond(until) + 1)',
    'firstBefore(lastSecond(until))',
  ),
];

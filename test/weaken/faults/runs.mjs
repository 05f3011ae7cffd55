/**
 * Faults in what a question costs and what comes of it: requests, retries, turns, limits, paging,
 * background operations, and the sentences that tell of them.
 */
import { faultsOf } from '../fault.mjs';

const core = (file) => `src-main/core/${file}`;
const shared = (file) => `src-shared/${file}`;

const collect = faultsOf(core('runs/collect.ts'), 'contract/collecting.test.ts');
const fromRows = faultsOf(core('lists/run-values.ts'), 'contract/lists.test.ts');
const engine = faultsOf(core('runs/engine.ts'), 'contract/spending.test.ts');
const turns = faultsOf(core('runs/turns.ts'), 'unit/runs/turns.test.ts');
const fetchPage = faultsOf(core('runs/fetch-page.ts'), 'contract/faults.test.ts');
const judge = faultsOf(core('runs/handle-answer.ts'), 'contract/faults.test.ts');
const keepPage = faultsOf(core('runs/keep-page.ts'), 'contract/odd-pages.test.ts');
const spoken = faultsOf(core('runs/request-of.ts'), 'contract/wrong-address.test.ts');
const request = faultsOf(core('runs/request-of.ts'), 'contract/faults.test.ts');
const odd = faultsOf(core('service/read-envelope.ts'), 'contract/odd-pages.test.ts');
const problems = faultsOf(core('service/problems.ts'), 'contract/faults.test.ts');
const storedPages = faultsOf(core('runs/keep-stored-page.ts'), 'contract/stored-data.test.ts');
const polling = faultsOf(core('runs/poll-operation.ts'), 'contract/stored-data.test.ts');
const opening = faultsOf(core('runs/open-run.ts'), 'contract/stored-restart.test.ts');
const send = faultsOf(core('service/send.ts'), 'unit/service/send.test.ts');
const counted = faultsOf(core('service/send-counted.ts'), 'unit/service/send.test.ts');
const hidden = faultsOf(
  core('service/without-credential.ts'),
  'unit/service/without-credential.test.ts',
);
const streamed = faultsOf(core('json/stream-envelope.ts'), 'unit/json/stream-envelope.test.ts');
const long = faultsOf(core('runs/notices.ts'), 'contract/long-answers.test.ts');
const streamedPage = faultsOf(core('runs/streamed-answer.ts'), 'contract/long-answers.test.ts');
const onDisk = faultsOf(core('runs/state-on-disk.ts'), 'unit/runs/state-on-disk.test.ts');
const unforeseen = faultsOf(core('service/read-envelope.ts'), 'contract/unforeseen.test.ts');
const dispatch = faultsOf(core('dispatch.ts'), 'contract/methods.test.ts');
const build = faultsOf(shared('query/request.ts'), 'unit/query/addresses.test.ts');
const rules = faultsOf(shared('query/validate.ts'), 'unit/query/validate.test.ts');
const kinds = faultsOf(
  shared('catalogue/parameter-kinds.ts'),
  'unit/query/validate.test.ts',
  'unit/query/values.test.ts',
);
const values = faultsOf(shared('query/values.ts'), 'unit/query/values.test.ts');
const uses = faultsOf(shared('query/use-value.ts'), 'unit/query/use-value.test.ts');
const freely = faultsOf(shared('query/free-request.ts'), 'unit/query/free-request.test.ts');
const samples = faultsOf(shared('query/code-samples.ts'), 'unit/query/code-samples.test.ts');
const words = faultsOf(shared('query/words.ts'), 'unit/query/words.test.ts');
const microblog = faultsOf(
  shared('catalogue/endpoints/microblog.ts'),
  'unit/catalogue/endpoints.test.ts',
);
const parameters = faultsOf(shared('catalogue/parameters.ts'), 'unit/catalogue/rules.test.ts');
const byDate = faultsOf(core('runs/continue-by-date.ts'), 'contract/stored-restart.test.ts');
const takes = faultsOf(shared('catalogue/takes.ts'), 'unit/catalogue/endpoints.test.ts');
const status = faultsOf(shared('service/status.ts'), 'unit/service/status.test.ts');
const answers = faultsOf(shared('service/answers.ts'), 'contract/stored-data.test.ts');

export const runs = [
  collect(
    'one page more than asked for',
    'stored.pages.length - plan.pagesBefore < pages',
    'stored.pages.length - plan.pagesBefore <= pages',
  ),
  collect(
    'pages of an earlier click count for this one',
    'stored.pages.length - plan.pagesBefore < pages',
    'stored.pages.length < pages',
  ),
  collect(
    'a row limit asks on when it is met exactly',
    'stored.rowCount >= rows',
    'stored.rowCount > rows',
  ),
  collect(
    'a ceiling lets one call more through',
    'callsOfRun(live.stored.id) >= run',
    'callsOfRun(live.stored.id) > run',
  ),
  byDate(
    'without ids, duplicates of a run continued by date can’t be told',
    'has(field) && has(resource.identity)',
    'true',
  ),
  byDate(
    'a run continued by date is asked without its day',
    'live.stoppedAt?.slice(0, 10) ?? null',
    'null',
  ),
  collect(
    'a number that was entered gives way to the ceiling of a run',
    'live.plan === null || !saysHowMuch(live.plan.limit)',
    'true',
  ),
  collect(
    'the ceiling of a day counts this run only',
    'callsToday(live.profileId, deps.ledger) >= day',
    'deps.ledger.callsOfRun(live.stored.id) >= day',
  ),
  collect(
    'a run keeps its turn until it rests',
    '  } finally {\n    release();\n  }',
    "  } finally {\n    if (live.state.kind === 'stopped') release();\n  }",
  ),

  engine(
    'a run asked for twice at once is made twice',
    'if (known !== undefined) return known;',
    '',
  ),
  engine(
    'a run that is asked for again is begun again',
    'const kept = isNew ?',
    'const kept = isNew || run.work === null ?',
  ),
  engine(
    'main sends what the form would refuse',
    'if (isAsked && complaint !== undefined) {',
    'if (isAsked && complaint !== undefined && query.endpointId === complaint[0]) {',
  ),
  faultsOf(core('runs/run-work.ts'), 'contract/collecting.test.ts')(
    'rows beyond a row limit are shown',
    'await limitRows(run, limit.rows, deps);',
    'await limitRows(run, null, deps);',
  ),

  turns(
    'a run that left the line is called all the same',
    'line.waiting.splice(line.waiting.indexOf(waiting), 1);\n',
    '',
  ),
  turns(
    'a first page waits behind long runs',
    'line.waiting.findIndex((waiting) => waiting.first)',
    'line.waiting.findIndex((waiting) => !waiting.first)',
  ),

  fetchPage(
    'three automatic retries',
    'deps.retryDelaysMs()[attempt - 1];',
    'deps.retryDelaysMs()[Math.max(0, attempt - 2)];',
  ),
  fetchPage('Retry-After is not waited for', 'Math.max(asked, usual)', 'Math.min(asked, usual)'),
  fetchPage(
    'an hour of Retry-After is waited for in silence',
    'asked > longestWaitMs ? null :',
    '',
  ),
  fetchPage(
    'Stop does not end the pause before a retry',
    'await sleep(wait, undefined, { signal })',
    'await sleep(wait)',
  ),
  faultsOf(core('runs/fetch-page.ts'), 'contract/spending.test.ts')(
    'Stop throws away a page that was paid for and came',
    "if (signal.aborted && answer.kind !== 'answered') return",
    'if (signal.aborted) return',
  ),
  faultsOf(core('runs/handle-answer.ts'), 'contract/odd-pages.test.ts')(
    'a page refused as an answer is thrown away',
    'body: came.body })',
    'body: new Uint8Array() })',
  ),
  judge(
    'a plan’s limit is told as any failure',
    "    case 'plan_limit':\n      return { kind: 'outOfCredits', page, problem };\n",
    '',
  ),
  keepPage(
    'a cursor that comes again is followed for ever',
    'live.followed.has(hash)',
    'live.followed.size > 1000',
  ),
  keepPage(
    'more without a way to it looks like the end',
    "if (!hasMore) return endRun(live, { kind: 'noMore' });",
    "if (hasMore) return endRun(live, { kind: 'noMore' });",
  ),
  spoken('an account that is not there is told as a post', "? 'account'", '? resource.one'),
  request(
    'the cursor’s value is shown with a failure',
    "? { kind: 'cursor', value: '…' }",
    '? cursor',
  ),
  request(
    'a refused cursor is told as a wrong question',
    "withCursor: cursor?.kind === 'cursor' || cursor?.kind === 'storedPage',",
    'withCursor: false,',
  ),
  request('a 404 of a comment speaks of its post', 'parameters.findLast(', 'parameters.find('),
  odd(
    'a cursor is followed although there is no more',
    'cursor: has_more && canBeSent(next_page_cursor) ?',
    'cursor: canBeSent(next_page_cursor) ?',
  ),
  problems(
    'a timeout counts as not sent',
    "    case 'unanswered':\n    case 'notSent':\n      return answer.kind;\n    default:\n      return assertNever(answer);\n  }\n}\n\n/** A problem",
    "    case 'unanswered':\n    case 'notSent':\n      return 'notSent';\n    default:\n      return assertNever(answer);\n  }\n}\n\n/** A problem",
  ),
  problems(
    'a request without an answer is repeated by itself',
    "if (answer.kind === 'notSent') return",
    "if (answer.kind === 'unanswered') return true;\n  if (answer.kind === 'notSent') return",
  ),
  problems(
    '402 is tried again by itself',
    'answer.status === 429 ||',
    'answer.status === 429 || answer.status === 402 ||',
  ),
  problems(
    'Retry-After in seconds is read as milliseconds',
    'Math.min(Number(text) * 1000,',
    'Math.min(Number(text),',
  ),

  storedPages(
    'the page after an operation’s first is fetched as that one',
    'pageNumber: pages + 1',
    'pageNumber: Math.max(pages, 1)',
  ),
  storedPages(
    'the last page of an operation is left out',
    'pages >= totalPages',
    'pages + 1 >= totalPages',
  ),
  storedPages(
    'an operation is forgotten when the program ends',
    "  await live.stored.setPlace(place).catch(() => undefined);\n  return {\n    state: { kind: 'polling'",
    "  return {\n    state: { kind: 'polling'",
  ),
  storedPages(
    'a result in another form ends the run',
    "const hasRows = (asRow(asRow(value)?.['result'])?.['results'] ?? null) !== null;\n  if (hasRows || !live.operation?.downloadUrl) return null;\n",
    '',
  ),
  polling(
    'a hiccup while polling ends the wait',
    "if (answer.kind !== 'answered') return { kind: 'hiccup' };\n  const { status } = answer;\n",
    "if (answer.kind !== 'answered') throw new Error('No answer.');\n  const { status } = answer;\n",
  ),
  polling(
    'an operation that expired is told as a failure',
    "if (answer.status === 404) return endOperation(live, { kind: 'operationExpired' });\n",
    '',
  ),
  polling(
    'asking for an operation is told as a paid call',
    'const problem = notMetered(unreadableProblem(',
    'const problem = (unreadableProblem(',
  ),
  opening(
    'a page that was kept is fetched a second time',
    'const cursor = isBehind(stored, noted) ?',
    'const cursor = !isBehind(stored, noted) && stored.readOnly ?',
  ),
  faultsOf(core('runs/engine.ts'), 'contract/stored-restart.test.ts')(
    'an operation of another service is asked for with this one’s key',
    'return profile?.id === profileId ? profile : null;',
    'return profile;',
  ),
  answers(
    'an operation that failed is waited for',
    "    case 'error':\n    case 'failed':\n      return 'error';\n",
    "    case 'failed':\n      return 'error';\n",
  ),

  send('redirects are followed', "redirect: 'manual',", "redirect: 'follow',"),
  send(
    'any path gets the key',
    'if (credential !== null && !belongsTo(',
    "if (credential !== null && outgoing.path === '' && !belongsTo(",
  ),
  send(
    'a connection that broke counts as not sent',
    '{ signs: /ECONNREFUSED|ERR_CONNECTION_REFUSED/',
    '{ signs: /ECONNREFUSED|ECONNRESET|ERR_CONNECTION_REFUSED/',
  ),
  send('an unreachable host is none where the request had left', ", syscall: 'connect' },", ' },'),
  counted(
    'a call is counted only after its answer',
    'const token = await ledger.sent(entry);\n  try {\n    noted();\n    const answer = await send(fetch, outgoing);\n',
    'noted();\n  const answer = await send(fetch, outgoing);\n  const token = await ledger.sent(entry);\n  try {\n',
  ),
  counted(
    'an answer that the disk refused counts as not sent',
    'const isAnswered = error instanceof UnkeptError;',
    'const isAnswered = error instanceof UnkeptError && error.status === 0;',
  ),
  hidden(
    'a key that lies across two chunks is kept',
    'const from = bytes.length - beginningAtEnd(bytes, letters);',
    'const from = bytes.length;',
  ),
  hidden(
    'a key in Unicode escapes of capital letters is kept',
    'at + hex.length).toLowerCase();',
    'at + hex.length);',
  ),
  hidden('a percent-encoded key is kept', 'bytes[at] === percent ?', 'bytes[at] === 0 ?'),
  hidden(
    'a key with escaped slashes is kept',
    'if (bytes[at] === backslash) return',
    'if (bytes[at] === 0) return',
  ),

  streamed('a cursor of a long page is on disk', 'this.#onward.shut(at, [this.#mark]);', ''),
  long(
    'a page too long to show is told nowhere',
    "file !== null && file.why !== 'csv'",
    'file === null && file !== null',
  ),
  streamedPage(
    'an endless answer fills the disk',
    'if (bytes > mostBytes) throw',
    'if (bytes > 10 * mostBytes) throw',
  ),
  streamedPage(
    'a page of countless values fills the memory',
    'const mostValues = 1_000_000;',
    'const mostValues = 100_000_000;',
  ),
  streamedPage(
    'a cursor in what is called CSV is on disk',
    'streamEnvelope(cursorMark).pass(body)',
    'body',
  ),
  streamedPage(
    'JSON that is called CSV has no rows',
    '!/^(?:\\u{FEFF}|\\s)*\\{/u.test',
    '/^/u.test',
  ),
  send(
    'an endless answer fills the memory',
    'const isTooLong = bytes > limit;',
    'const isTooLong = bytes > 2 * limit;',
  ),
  send(
    'an endless error is read like a page',
    'ok ? mostBytes : Math.min(mostBytes, mostUnmeteredBytes)',
    'mostBytes',
  ),
  onDisk(
    'a cursor despite the end leads on, after a kill',
    '(has_more === true && Boolean(next_page_cursor))',
    'Boolean(next_page_cursor)',
  ),
  onDisk(
    'what is not all looks like the end, after a kill',
    "saysMore(answer) ? 'notAll' : 'noMore'",
    "'noMore'",
  ),
  unforeseen(
    'JSON that was cut cleanly is told as no JSON',
    "breaksOff(text, error) ? 'truncated' : 'not_json'",
    "'not_json'",
  ),
  faultsOf(core('runs/handle-answer.ts'), 'contract/unforeseen.test.ts')(
    'an empty object is a row',
    '!live.endpoint.pages && isBlank(envelope.items)',
    'isBlank([])',
  ),
  send(
    'a blocked port is told as a broken connection',
    "{ signs: /\\bbad port\\b|ERR_UNSAFE_PORT/, why: 'blockedPort' },",
    '',
  ),
  storedPages(
    'exports are followed for ever',
    'live.exportsFollowed < mostExports',
    'live.exportsFollowed < 2 * mostExports',
  ),
  storedPages(
    'rows that were answered with an export are lost',
    'if (result?.results) {',
    'if (result?.results && follow === undefined) {',
  ),

  dispatch('a refusal says what was sent', 'describe(parsed.error)),', 'JSON.stringify(input)),'),
  dispatch('an input is handed on unchecked', 'await handler(parsed.data)', 'await handler(input)'),
  faultsOf(core('dispatch.ts'), 'contract/collecting.test.ts')(
    'one window that can’t hear keeps the others from hearing',
    '        } catch (error) {\n          report(error);\n        }',
    '        } catch (error) {\n          report(error);\n          break;\n        }',
  ),

  build(
    'a slash in a value leads to another path',
    '() => encodeURIComponent(value)',
    '() => value',
  ),
  build(
    'the address loses a path of its own',
    "`${address.replace(/\\/+$/, '')}${requestTarget(request)}`",
    'new URL(requestTarget(request), address).href',
  ),
  kinds('the thirtieth of February is a day', 'date.getUTCMonth() === month - 1 && ', ''),
  kinds('one id more than allowed', 'ids.length > max', 'ids.length > max + 1'),
  rules('.. in a path is sent', '/^\\.{1,2}$/.test(value)', '/^\\.$/.test(value)'),
  rules(
    'dates are compared as typed',
    'return parameter ? sentValue(parameter, query) : null;',
    'return query.values[key] ?? null;',
  ),
  kinds(
    'an id that was typed twice is paid twice',
    "return [...new Set(text.split(/[\\s,;]+/).filter((id) => id !== ''))];",
    "return text.split(/[\\s,;]+/).filter((id) => id !== '');",
  ),
  values(
    'a value of another choice is sent along',
    'if (!parameterApplies(parameter, query)) return null;',
    '',
  ),
  uses('the question that the row came from is offered again', ' || isSame(asked, query)', ''),
  uses(
    'a reply is asked for by its own id',
    '    .filter(({ taken }) => isUsable(taken, source))\n',
    '',
  ),
  uses(
    'the number of those an account follows leads to its followers',
    'one.field === field && isChosen(one.values, values)',
    'one.field === field',
  ),
  freely(
    'billing can be asked for in other letters',
    'familyOf(path.toLowerCase())',
    'familyOf(path)',
  ),
  freely('an encoded slash hides ..', 'path.split(/\\/|%2f|%5c/i)', "path.split('/')"),
  samples('a quote ends the command', "text.replaceAll(\"'\", `'\\\\''`)", 'text'),
  words(
    'a file name splits a pair',
    "Array.from(about).slice(0, 50).join('')",
    'about.slice(0, 50)',
  ),
  microblog(
    'quotes are fetched from the comments',
    "path: '/api/data/microblog/posts/{id}/quotes/live'",
    "path: '/api/data/microblog/posts/{id}/comments/live'",
  ),
  microblog(
    'a single post is paged',
    'parameters: [microblogPostId],\n    pages: false,',
    'parameters: [microblogPostId],',
  ),
  parameters('a video’s id has fifty-one digits', '^\\\\d{1,50}$', '^\\\\d{1,51}$'),
  takes(
    'a sound’s id is offered for its author',
    "from('shortvideo.sound', 'title', 'author')",
    "from('shortvideo.sound', 'title', 'authorId')",
  ),
  status(
    'a partial outage is told as an outage',
    "if (/\\bpartial(ly)?\\b/.test(words)) return 'trouble';\n",
    '',
  ),
  fromRows(
    'a list is made of other rows than were selected',
    'seqs?.[first + at] ?? first + at',
    'first + at',
  ),
  fromRows(
    'each input is asked for every choice that the form leaves',
    '!keys.includes(other) && isAsked(other)',
    '!keys.includes(other)',
  ),
];

/**
 * The network that all hosts send requests through: Node's, with the system's proxies and certificates.
 *
 * No connection is used twice. One that was kept and breaks leaves open whether the request arrived, and
 * other networks, such as Chromium's, then send it again on their own: two calls, of which one is counted.
 * A handshake costs a fraction of what a call takes.
 */
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import tls from 'node:tls';
import ipaddr from 'ipaddr.js';
import {
  Agent,
  DecoratorHandler,
  EnvHttpProxyAgent,
  fetch as undiciFetch,
  ProxyAgent,
  Socks5ProxyAgent,
} from 'undici';
import type { Dispatcher } from 'undici';
import { z } from 'zod';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same standard, typed twice
const fetch = undiciFetch as unknown as typeof globalThis.fetch;

/** The request was never written to a connection: it can't have arrived, whatever went wrong. */
export class NeverSentError extends Error {
  constructor(cause: unknown) {
    super('Nothing was sent.', { cause });
    this.name = 'NeverSentError';
  }
}

/** An answer arrived, of which nothing but its status can be read. */
export class UnreadableError extends Error {
  readonly status: number;

  constructor(status: number, cause: unknown) {
    super('An answer can’t be read.', { cause });
    this.name = 'UnreadableError';
    this.status = status;
  }
}

/** A link that leads, or whose name leads, to an address that isn't on the public internet. */
export class NotPublicError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet.`);
    this.name = 'NotPublicError';
  }
}

export interface NetworkOptions {
  /**
   * Returns the proxies for an address as a PAC file does ("PROXY host:port; DIRECT"), of which the first
   * is used. If that is none, those in HTTPS_PROXY, HTTP_PROXY and NO_PROXY are.
   */
  resolveProxy?: (url: string) => Promise<string>;
  /**
   * Asks nobody who isn't on the public internet: for links from data. The addresses of a name are checked
   * as a connection is made to one of them, so a name can't change in between. A proxy finds them itself:
   * then they are looked up here before, and what only the proxy knows is its to refuse.
   */
  onlyPublic?: boolean;
  /** By default the system's. */
  lookup?: LookupFunction;
}

/**
 * @returns a `fetch` that rejects with a NeverSentError where nothing can have been sent, and with an
 *   UnreadableError where an answer had arrived.
 */
export function createNetwork({
  resolveProxy,
  onlyPublic = false,
  lookup = systemLookup,
}: NetworkOptions = {}): typeof globalThis.fetch {
  const publicOnly = onlyPublic ? publicLookup(lookup) : undefined;
  const dispatchers = new Map<string, Dispatcher>();
  /** `proxy`: its kind and host as in a PAC file. */
  const dispatcherOf = (proxy: string): Dispatcher => {
    const dispatcher = dispatchers.get(proxy) ?? createDispatcher(proxy, publicOnly);
    dispatchers.set(proxy, dispatcher);
    return dispatcher;
  };
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const noted: Noted = { isSent: false, status: null };
    try {
      if (publicOnly !== undefined) await refusePrivate(url, publicOnly);
      // What runs on this computer is never behind a proxy.
      const proxies = isLoopback(url) ? direct : await resolveProxy?.(url.href);
      const first = proxies?.split(';')[0]?.trim() ?? direct;
      const proxy = first === direct && !isLoopback(url) ? fromEnvironment : first;
      const dispatcher = dispatcherOf(proxy).compose(
        (dispatch) => (options, handler) =>
          dispatch({ ...options, reset: true }, noting(handler, noted)),
      );
      return await fetch(url, Object.assign({}, init, { dispatcher }));
    } catch (error) {
      if (!noted.isSent) throw new NeverSentError(error);
      throw noted.status === null ? error : new UnreadableError(noted.status, error);
    }
  };
}

interface Noted {
  /** The request is about to be written to a connection that is ready for it. */
  isSent: boolean;
  /** Of the answer that arrived. */
  status: number | null;
}

function noting(handler: Dispatcher.DispatchHandler, noted: Noted): Dispatcher.DispatchHandler {
  const decorated: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
  const request = decorated.onRequestStart?.bind(decorated);
  const response = decorated.onResponseStart?.bind(decorated);
  const data = decorated.onResponseData?.bind(decorated);
  decorated.onRequestStart = (controller, context) => {
    noted.isSent = true;
    request?.(controller, context);
  };
  decorated.onResponseStart = (controller, status, ...more) => {
    // What precedes an answer, such as 103, is none, and undici's class takes a single one.
    if (status < 200) return;
    noted.status = status;
    response?.(controller, status, ...more);
  };
  decorated.onResponseData = (controller, chunk) => {
    data?.(controller, chunk);
    // An answer that waits for its reader while its connection is closed ends the process (nodejs/undici#5360,
    // mended for Node.js 22 and later only). So it never waits: whoever reads it limits its length.
    controller.resume();
  };
  return decorated;
}

const direct = 'DIRECT';
const fromEnvironment = 'ENVIRONMENT';

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * Returns whether an address is somebody's on the public internet, in whatever way it is written: of those
 * that carry one of IPv4, that one decides.
 */
function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  // Where there is only IPv6, the network answers for IPv4 with these.
  if (isIn(address, '64:ff9b::/96')) {
    return isPublicAddress(address.toByteArray().slice(-4).join('.'));
  }
  return address.range() === 'unicast' && isIn(address, '2000::/3');
}

const isIn = (address: ipaddr.IPv6, range: string): boolean =>
  address.match(ipaddr.IPv6.parseCIDR(range));

/** Finds no address of a name of which any isn't public. */
const publicLookup =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, found) =>
    lookup(host, { ...options, all: true }, (error, all) => {
      // Before anything else: of a name that it can't find, Node.js gives nothing but the error, and what is
      // thrown here ends the program.
      if (error !== null) return found(error, '');
      const addresses = typeof all === 'string' ? [] : all;
      const [first] = addresses;
      if (first === undefined) return found(null, all);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return found(new NotPublicError(host), '');
      }
      return options.all === true ? found(null, all) : found(null, first.address, first.family);
    });

/** Names that mean something here only; a proxy would look them up beside itself. */
const localName = /^[^.]*\.?$|\.(?:localhost|local|internal|home\.arpa)\.?$/;

/** @throws NotPublicError */
async function refusePrivate({ hostname }: URL, lookup: LookupFunction): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAddress = ipaddr.isValid(host);
  if (isAddress ? !isPublicAddress(host) : localName.test(host)) throw new NotPublicError(host);
  if (isAddress) return;
  const error = await new Promise<Error | null>((resolve) => {
    lookup(host, { all: true }, resolve);
  });
  if (error instanceof NotPublicError) throw error;
}

/** @throws an Error for a kind of proxy that isn't supported. */
function createDispatcher(proxy: string, lookup: LookupFunction | undefined): Dispatcher {
  const ca = certificates();
  const trusted = ca === null ? {} : { ca };
  // Not for the way to a proxy, which may be on this computer.
  const connect = lookup === undefined ? trusted : { ...trusted, lookup };
  // The caller limits the time.
  const options = { headersTimeout: 0, bodyTimeout: 0, requestTls: trusted };
  if (proxy === direct) return new Agent({ ...options, connect });
  const proxied = { ...options, connect, proxyTls: trusted };
  if (proxy === fromEnvironment) {
    try {
      const [httpProxy, httpsProxy] = ['http_proxy', 'https_proxy'].map(proxyInEnvironment);
      return new EnvHttpProxyAgent({
        ...proxied,
        ...(httpProxy !== undefined && { httpProxy }),
        ...(httpsProxy !== undefined && { httpsProxy }),
      });
    } catch (cause) {
      throw new Error('The proxy in HTTPS_PROXY or HTTP_PROXY can’t be used.', { cause });
    }
  }
  const [kind = '', host = ''] = proxy.split(/\s+/);
  switch (kind.toUpperCase()) {
    case 'PROXY':
      return new ProxyAgent({ ...proxied, uri: `http://${host}` });
    case 'HTTPS':
      return new ProxyAgent({ ...proxied, uri: `https://${host}` });
    case 'SOCKS':
    case 'SOCKS5':
      return new Socks5ProxyAgent(`socks5://${host}`, options);
    default:
      throw new Error(`Proxies of the kind ${kind} can’t be used.`);
  }
}

/** Returns it as an address: most programs take a proxy without `http://`, too. */
function proxyInEnvironment(name: string): string | undefined {
  const given = process.env[name] ?? process.env[name.toUpperCase()];
  return given === undefined || given === '' || given.includes('://') ? given : `http://${given}`;
}

/** From Node 22.15 on; before, NODE_EXTRA_CA_CERTS names further ones. */
const certificatesSchema = z.array(z.string());
const getCACertificates: unknown = Reflect.get(tls, 'getCACertificates');

/** Returns the certificates trusted by Node and by the system; null where Node can't read the latter. */
function certificates(): string[] | null {
  if (typeof getCACertificates !== 'function') return null;
  try {
    const [ours, systems] = ['default', 'system'].map((type): unknown => getCACertificates(type));
    return certificatesSchema.parse(ours).concat(certificatesSchema.parse(systems));
  } catch {
    return null;
  }
}

/** HTTP written by hand: what a client library would refuse to send is what we want to send. */
import { connect } from 'node:net';

export interface RawRequest {
  method?: string;
  /** Sent as it is, undecoded. */
  target?: string;
  /** Sent in order; a name may come twice. `Host` and `Connection: close` are added unless given. */
  headers?: [string, string][];
  body?: string;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends one request and reads until the server closes; of a socket the head of its answer. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', target = '/', headers = [], body = '' } = request;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : [`Host: 127.0.0.1:${port}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(names.has('connection') ? [] : ['Connection: close']),
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const done = (): void => {
      const text = Buffer.concat(chunks).toString('utf8');
      if (text === '') reject(new Error('The server closed without an answer.'));
      else resolve(parse(text));
    };
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (chunk.includes('HTTP/1.1 101 ')) socket.destroy();
    });
    // A refused body may end in a reset after the answer: what was read counts.
    socket.on('error', () => undefined);
    socket.on('close', done);
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}

function parse(text: string): RawAnswer {
  const split = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, split).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(split + 4);
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: headers.get('transfer-encoding') === 'chunked' ? unchunk(body) : body,
  };
}

function unchunk(body: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, end), 16);
    if (!(size > 0)) return text;
    text += body.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

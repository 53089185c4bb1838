/** Bytes on a connection: invalid HTTP, and bytes that are not HTTP. */
import type { Random } from '../faults/random.ts';
import type { RawCase, World } from './case.ts';
import { bytesOf } from './texts.ts';

/** A stream of cases, each for a separate connection. */
export function rawRequests(random: Random, world: World): () => RawCase {
  const auth = `Authorization: ${world.authorization}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const body = '{"query":"{ __typename }"}';
  const post = (headers: string, content: string, path = '/graphql') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${auth}${headers}\r\n${content}`;
  const kinds: Readonly<Record<string, () => string | Buffer>> = {
    bytes: () => bytesOf(random, random.between(1, 400)),
    'an unknown method': () =>
      `${random.pick(['FOO', 'get', 'G\u0000T', ''])} /graphql HTTP/1.1\r\nHost: x\r\n\r\n`,
    'an unknown version': () =>
      `GET /health/live HTTP/${random.pick(['9.9', '0.9', '1.1.1', 'x', ''])}\r\nHost: x\r\n\r\n`,
    'a missing host': () => 'GET /health/live HTTP/1.1\r\n\r\n',
    'an invalid host': () =>
      `POST /graphql HTTP/1.1\r\nHost: ${random.pick(['[', ']', '[::1', 'a b', 'x:y', 'x:99999', ':', '%', '%00', '/', '?', '#', '@', '\\', '1.2.3.4.5', 'xn--\u00e4'])}\r\n${auth}${json}Content-Length: ${body.length}\r\n\r\n${body}`,
    'a path of bytes': () =>
      `GET /${random.pick(['\u0000', '\ud83d\ude00', '\t', ' a b', '#x', '\x7f'])} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'a whole URL as path': () =>
      `GET ${random.pick(['http://x/graphql', 'https://[::1/', 'x:y', '*', 'http:', '//'])} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'headers without end': () =>
      `GET /health/live HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(random.pick([1_500, 5_000]))}\r\n`,
    'a long header': () =>
      `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(random.pick([10_000, 40_000]))}\r\n\r\n`,
    'an invalid header': () =>
      `GET /health/live HTTP/1.1\r\nHost: x\r\n${random.pick([': b', 'a b: c', 'a', 'a:\u0000', ' folded: x', 'a\u00e4: b'])}\r\n\r\n`,
    'two lengths': () => post(`${json}Content-Length: 5\r\nContent-Length: ${body.length}\r\n`, body),
    'a length and chunks': () =>
      post(`${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`, `1a\r\n${body}\r\n0\r\n\r\n`),
    'an invalid length': () =>
      post(
        `${json}Content-Length: ${random.pick(['-1', 'x', '1e3', '99999999999999999999', '+5', '0x10'])}\r\n`,
        body,
      ),
    'invalid chunks': () =>
      post(
        `${json}Transfer-Encoding: ${random.pick(['chunked', 'chunked, chunked', 'gzip, chunked', 'x'])}\r\n`,
        random.pick(['zz\r\n', '-1\r\n', 'ffffffffffffffff\r\n', '5;a=b\r\nabc', '0\r\nA: b\r\n\r\n']),
      ),
    'a body that ends early': () => post(`${json}Content-Length: 5000\r\n`, body),
    'two requests in one': () =>
      `GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n${post(`${json}Content-Length: ${body.length}\r\n`, body)}GET / HTTP/1.1\r\nHost: x\r\n\r\n`,
    'an invalid upgrade': () =>
      `GET ${random.pick(['/graphql', '/', '/2025-10-13/customers'])} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${random.pick(['websocket', 'h2c', 'x'])}\r\n${random.pick(['', 'Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 99\r\n', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ,,,\r\n'])}\r\n`,
    'invalid frames': () =>
      Buffer.concat([
        Buffer.from(
          'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
        ),
        random.pick([
          bytesOf(random, 40),
          Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
          Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
          Buffer.from([0x81, 0x01, 0x41]),
        ]),
      ]),
    'an expectation': () =>
      post(
        `${json}Expect: ${random.pick(['100-continue', 'x'])}\r\nContent-Length: ${body.length}\r\n`,
        body,
      ),
    'a body that is declared too large': () =>
      post(
        `${json}${random.pick(['', 'Expect: 100-continue\r\n'])}Content-Length: ${random.pick([262_145, 1_048_577, 10_000_000])}\r\n`,
        'x'.repeat(random.pick([0, 1_000, 300_000])),
        random.pick(['/graphql', '/2025-10-13/customers']),
      ),
    'chunks that are too much': () =>
      post(
        `${json}Transfer-Encoding: chunked\r\n`,
        `10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(random.pick([4, 5, 20])),
        random.pick(['/graphql', '/2025-10-13/customers']),
      ),
    'the greeting of another protocol': () =>
      random.pick([
        Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
        Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
        Buffer.from('SSH-2.0-x\r\n'),
        Buffer.from('\r\n\r\n\r\n'),
      ]),
    'CONNECT and TRACE': () => `${random.pick(['CONNECT x:443', 'TRACE /'])} HTTP/1.1\r\nHost: x\r\n\r\n`,
  };
  const names = Object.keys(kinds);
  return () => {
    const kind = random.pick(names);
    const bytes = kinds[kind]?.() ?? '';
    return {
      transport: 'raw',
      kind,
      bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      resetAfter: random.chance(0.5) ? random.between(0, 5) : undefined,
    };
  };
}

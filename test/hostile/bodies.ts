/** Bodies for the GraphQL endpoint that are invalid with any document, and media types for them. */
import type { Random } from '../faults/random.ts';
import { bytesOf, deepJson, hostileJson, hostileTexts, mangled } from './texts.ts';

/** A valid document. */
export const simple = '{ viewer { __typename } }';
const asJson = JSON.stringify;

/** Bodies that are invalid with any document. */
export const wrongBodies: Readonly<Record<string, (random: Random) => string | Buffer>> = {
  'a batch': (random) =>
    `[${Array.from({ length: random.pick([0, 1, 2, 100, 2_000]) }, () => asJson({ query: simple })).join()}]`,
  'another type for a part': (random) =>
    `{"query":${random.chance(0.5) ? asJson(simple) : hostileJson(random)},"variables":${hostileJson(random)},"operationName":${hostileJson(random)},"extensions":${hostileJson(random)}}`,
  'a deep body': (random) =>
    `{"query":${asJson(simple)},"variables":${deepJson(random, random.pick([50, 2_000, 20_000]))}}`,
  'deep variables that are used': (random) =>
    `{"query":"query($v: CustomerFilter) { customers(filter: $v) { totalCount } }","variables":{"v":${deepJson(random, random.pick([10, 1_000, 20_000]))}}}`,
  'duplicate keys': (random) =>
    `{"query":${asJson(simple)},"query":${asJson(random.pick(['{ nothing }', 'mutation { __typename }']))},"variables":{},"variables":${hostileJson(random)}}`,
  'huge variables': (random) =>
    `{"query":"query($v: [ID!]!) { nodes(ids: $v) { id } }","variables":{"v":[${Array.from({ length: random.pick([101, 5_000, 40_000]) }, (_, n) => `"${n}"`).join()}]}}`,
  'a body too large': (random) =>
    `{"query":"${simple} #${'x'.repeat(random.pick([262_000, 262_200, 2_000_000]))}"}`,
  'no JSON': (random) => mangled(random, asJson({ query: simple, variables: { a: 1 } })),
  'no text': (random) => bytesOf(random, random.pick([0, 1, 10, 1_000])),
  'no UTF-8': (random) =>
    Buffer.concat([
      Buffer.from('{"query":"{ node(id: \\"'),
      random.pick([
        Buffer.from([0xff, 0xfe]),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from([0xc0, 0x80]),
        Buffer.from([0xf8, 0x88, 0x80, 0x80, 0x80]),
      ]),
      Buffer.from('\\") { id } }"}'),
    ]),
  'a byte order mark': () => `\ufeff${asJson({ query: simple })}`,
  'a name of an operation': (random) =>
    asJson({
      query: 'query A { __typename } query B { viewer { __typename } } mutation C { __typename }',
      operationName: random.pick(['A', 'B', 'D', '', 'constructor', '__proto__', 'C\u0000', ...hostileTexts]),
    }),
  'a persisted query': (random) =>
    asJson({
      ...(random.chance(0.5) && { query: simple }),
      extensions: {
        persistedQuery: { version: random.pick([1, 2, '1', null]), sha256Hash: random.pick(hostileTexts) },
      },
    }),
  'prototype keys': () =>
    '{"query":"query($v: CustomerFilter) { customers(filter: $v) { totalCount } }","variables":{"v":{"__proto__":{"customerType":"BUSINESS"},"constructor":{"prototype":{}}},"__proto__":{"v":1}},"__proto__":{"query":"x"}}',
};

export const contentTypes = [
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/json;;;',
  'application/graphql',
  'application/graphql+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(500)}`,
  'multipart/mixed; boundary=x',
  'APPLICATION/JSON',
  'application/json, application/json',
  'x',
  '',
];

export function multipart(random: Random): string {
  const boundary = 'x';
  const part = (name: string, value: string, more = ''): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name=${name}${more}\r\n\r\n${value}\r\n`;
  const operations = asJson({
    query: 'mutation($f: Upload!) { uploadDocument(input: {file: $f}) { __typename } }',
    variables: { f: null },
  });
  const parts = [
    part('"operations"', random.chance(0.6) ? operations : hostileJson(random)),
    part(
      '"map"',
      random.chance(0.5)
        ? '{"0":["variables.f"]}'
        : random.pick([
            '{"0":["__proto__.x"]}',
            '{"0":["variables.constructor.prototype"]}',
            '{"0":["0.variables.f"]}',
            '{"0":[]}',
            '{',
            hostileJson(random),
          ]),
    ),
    part(
      '"0"',
      random.pick(['%PDF-1.7', '', 'x'.repeat(10_000)]),
      `; filename=${asJson(random.pick(hostileTexts)).replace(/[\r\n]/g, '')}`,
    ),
    part(random.pick(['', '"', 'a; name="b"', `"${'n'.repeat(300)}"`]), 'y'),
  ].filter(() => random.chance(0.8));
  if (random.chance(0.2)) parts.reverse();
  return parts.join('') + random.pick([`--${boundary}--\r\n`, `--${boundary}`, '', '\r\n--']);
}

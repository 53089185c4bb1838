import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isLoopbackUrl, parseUrl } from '../../src/kernel/url.ts';
import { sourceFilesIn } from '../support/source-files.ts';

describe('a URL', () => {
  test.each([
    ['https://app.example/a', 'https://app.example'],
    ['https://b\u00fccher.example', 'https://xn--bcher-kva.example'],
    ['https://\u65e5\u672c.example', 'https://xn--wgv71a.example'],
  ])('%s has the origin %s, however often URLs were parsed before', (text, origin) => {
    for (let nth = 0; nth < 20_000; nth += 1) parseUrl(`https://app.example/${nth % 7}`);
    expect(parseUrl(text)?.origin).toBe(origin);
  });

  test.each(['', 'app.example', 'https://', 'http://[::1'])('%j is none', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});

test.each([
  ['http://localhost:3000/a', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:3000', true],
  ['http://127.0.0.2', false],
  ['http://localhost.example', false],
  ['http://user@example.com/localhost', false],
])('whether %s is at this machine: %s', (text, isLocal) => {
  expect(isLoopbackUrl(new URL(text))).toBe(isLocal);
});

test('no other file calls URL.canParse', () => {
  const calling = ['src', 'schema'].flatMap(sourceFilesIn).filter(({ code }) => code.includes('canParse('));
  expect(calling.map(({ path }) => path)).toEqual([]);
});

// When this fails, the minimum version of Node.js has no defect any more: `parseUrl` can go.
test.runIf(process.version.startsWith('v20.'))(
  'URL.canParse of Node.js 20 still fails when it is compiled',
  () => {
    // The compiler runs beside the calls, so on a busy machine the defect comes later.
    const script = `const canParse = (text) => URL.canParse(text);
    const until = Date.now() + 60_000;
    do {
      for (let nth = 0; nth < 1e6; nth += 1) canParse('https://app.example/' + (nth % 7));
    } while (canParse('https://b\\u00fccher.example') && Date.now() < until);
    console.log(canParse('https://b\\u00fccher.example'));`;
    expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe('false\n');
  },
);

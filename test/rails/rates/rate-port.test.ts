import { describe, expect, test } from 'vitest';
import { idOf } from '../../../src/kernel/ids.ts';
import type { RateSnapshot } from '../../../src/payments/rates/rate-snapshot.ts';
import { ratePort } from '../../../src/rails/rates/rate-port.ts';
import type { RateFeed } from '../../../src/rails/rates/settings.ts';
import { rateOf } from '../../support/rates.ts';

const hour = 60 * 60_000;
const readAt = new Date('2026-11-23T12:00:00Z');
const builtIn = { perUsd: { EUR: '0.5', BTC: '1/120000' } };
const ratesFile = { updatedAt: '2026-11-01T00:00:00Z', perUsd: { EUR: '0.8', BTC: '1/120000' } };
const rateFeed: RateFeed = {
  location: { kind: 'url', at: 'https://feed.example/' },
  source: 'feed.example',
  mapping: { base: 'base', time: 'date', rates: 'rates' },
  pollMs: hour,
};
const snapshot: RateSnapshot = {
  id: idOf('RateSnapshot', '0199d9a0-0000-7000-8000-000000000001'),
  source: 'feed.example',
  base: 'USD',
  publishedAt: new Date('2026-11-20T00:00:00Z'),
  isDay: false,
  fetchedAt: readAt,
  rates: new Map([
    ['USD', rateOf('1')],
    ['EUR', rateOf('0.9')],
  ]),
};

function portOf(settings: Partial<Parameters<typeof ratePort>[0]>, newest?: RateSnapshot) {
  const given = { rateFeed: undefined, ratesFile: undefined, ratesMaxAgeMs: undefined, ...settings };
  const port = ratePort(given, builtIn, () => newest, readAt);
  if (port instanceof Error) throw port;
  return port;
}

const fileTime = new Date('2026-11-01T00:00:00Z').getTime();
const feedTime = new Date('2026-11-20T00:00:00Z').getTime();

describe('the euro in dollars, its source, and when it is too old', () => {
  test.each([
    ['neither', {}, undefined, ['2', 'SANDBOX', undefined], [undefined, undefined, undefined]],
    [
      'a file',
      { ratesFile },
      undefined,
      ['1.25', 'RATES_FILE', undefined],
      ['1.25', 'RATES_FILE', undefined],
    ],
    [
      'a file and a limit',
      { ratesFile, ratesMaxAgeMs: hour },
      undefined,
      ['1.25', 'RATES_FILE', fileTime + hour],
      ['1.25', 'RATES_FILE', fileTime + hour],
    ],
    [
      'a feed without rates',
      { rateFeed, ratesMaxAgeMs: hour },
      undefined,
      ['2', 'SANDBOX', undefined],
      [undefined, 'feed.example', 0],
    ],
    [
      'a feed without rates, and a file',
      { rateFeed, ratesFile, ratesMaxAgeMs: hour },
      undefined,
      ['1.25', 'RATES_FILE', undefined],
      [undefined, 'feed.example', 0],
    ],
    [
      'a feed and a file',
      { rateFeed, ratesFile, ratesMaxAgeMs: hour },
      snapshot,
      ['1/0.9', 'feed.example', undefined],
      ['1/0.9', 'feed.example', feedTime + hour],
    ],
    [
      'a feed without a limit',
      { rateFeed },
      snapshot,
      ['1/0.9', 'feed.example', undefined],
      ['1/0.9', 'feed.example', undefined],
    ],
  ])('with %s', (_, settings, newest, sandbox, production) => {
    const { rates } = portOf(settings, newest);
    for (const [mode, [rate, source, tooOldAt]] of [
      ['SANDBOX', sandbox],
      ['PRODUCTION', production],
    ] as const) {
      const found = rates({ mode });
      const origin = found.origin('USD', 'EUR');
      expect([mode, found.rate('USD', 'EUR'), origin?.source, origin?.tooOldAt?.getTime()]).toEqual([
        mode,
        rate === undefined ? undefined : rateOf(String(rate)),
        source,
        // A limit of a file is set on purpose, and a sandbox has none.
        mode === 'SANDBOX' ? undefined : tooOldAt,
      ]);
    }
  });
});

test('the rates are derived once from a publication, and again from the next', () => {
  let newest = snapshot;
  const port = ratePort({ rateFeed, ratesFile, ratesMaxAgeMs: hour }, builtIn, () => newest, readAt);
  if (port instanceof Error) throw port;
  const first = port.rates({ mode: 'PRODUCTION' });
  expect(port.rates({ mode: 'PRODUCTION' })).toBe(first);
  newest = { ...snapshot, rates: new Map([...snapshot.rates, ['EUR', rateOf('0.8')]]) };
  expect(port.rates({ mode: 'PRODUCTION' }).rate('EUR', 'USD')).toEqual(rateOf('0.8'));
});

test.each([
  [{ perUsd: { BTC: '1/120000' } }, true],
  [{ perUsd: {} }, false],
  [undefined, false],
])('of the file %j, a feed can use BTC: %s', (file, hasBitcoin) => {
  expect(portOf({ rateFeed, ratesFile: file }).hasBitcoin).toBe(hasBitcoin);
});

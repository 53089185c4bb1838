/** What a terminal and a log file show of a long operation. */
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ProgressOutput,
  terminalProgress,
} from '../../../src/infrastructure/progress/terminal-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream, and what was written to it. */
function anOutput(isTTY: boolean, given: Partial<ProgressOutput> = {}) {
  let written = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const progress = terminalProgress({
    stream: Object.assign(stream, { isTTY, columns: 80 }),
    env: {},
    lines: true,
    ...given,
  });
  return { progress, written: () => written };
}

const control = String.fromCharCode(27);
/** The text without the sequences that move the cursor or erase. */
const visible = (text: string): string =>
  text.replace(new RegExp(`${control}(?:\\[[0-9;?]*[A-Za-z]|[78])`, 'g'), '');
const colors = new RegExp(`${control}\\[[0-9;]*m`);

describe('on a terminal', () => {
  test('a bar shows how much is done, without colors, and is erased at the end', () => {
    const { progress, written } = anOutput(true);
    const step = progress.start('Sending', 40);
    vi.advanceTimersByTime(500);
    step.advance(10);
    vi.advanceTimersByTime(200);
    expect(visible(written())).toContain(`Sending [${'='.repeat(7)}`);
    expect(visible(written())).toContain('25% 10 of 40');
    expect(written()).not.toMatch(colors);

    step.end();
    const shown = written();
    // The last sequence erases the line.
    expect(shown.slice(shown.lastIndexOf('Sending'))).toContain(`${control}[`);
    vi.advanceTimersByTime(60_000);
    expect(written()).toBe(shown);
  });

  test('bytes are shown in MiB', () => {
    const { progress, written } = anOutput(true);
    const step = progress.start('Writing', 10 * 1024 * 1024, 'bytes');
    vi.advanceTimersByTime(500);
    step.advance(5.5 * 1024 * 1024);
    vi.advanceTimersByTime(200);
    expect(visible(written())).toContain('5 of 10 MiB');
    step.end();
  });

  test('a step that ends soon shows nothing', () => {
    const { progress, written } = anOutput(true);
    const step = progress.start('Sending', 2);
    step.advance();
    vi.advanceTimersByTime(499);
    step.advance();
    step.end();
    vi.advanceTimersByTime(60_000);
    expect(written()).toBe('');
  });

  test('the bar comes while one part of the work takes long', () => {
    const { progress, written } = anOutput(true);
    const step = progress.start('Migrating', 3);
    vi.advanceTimersByTime(500);
    expect(visible(written())).toContain('0% 0 of 3');
    step.end();
  });

  test('signals of the process keep their effect', () => {
    const listeners = process.listenerCount('SIGINT');
    const { progress } = anOutput(true);
    const step = progress.start('Sending', 2);
    vi.advanceTimersByTime(500);
    expect(process.listenerCount('SIGINT')).toBe(listeners);
    step.end();
  });
});

describe('without a terminal', () => {
  test.each([
    ['a file', false, {}],
    ['a terminal that cannot move its cursor', true, { env: { TERM: 'dumb' } }],
  ])('%s gets a line at most every ten seconds', (_, isTTY, given) => {
    const { progress, written } = anOutput(isTTY, given);
    const step = progress.start('Sending', 200);
    for (let n = 0; n < 25; n += 1) {
      vi.advanceTimersByTime(1_000);
      step.advance(4);
    }
    step.end();
    expect(written()).toBe('Sending: 20 %, 40 of 200\nSending: 40 %, 80 of 200\n');
  });

  test('a server writes nothing', () => {
    const { progress, written } = anOutput(false, { lines: false });
    const step = progress.start('Migrating', 2);
    vi.advanceTimersByTime(60_000);
    step.advance();
    step.end();
    expect(written()).toBe('');
  });
});

test.each([
  ['more than its total', 3, 5],
  ['of nothing', 0, 1],
])('a step %s is shown as complete', (_, total, by) => {
  const { progress, written } = anOutput(true);
  const step = progress.start('Sending', total);
  vi.advanceTimersByTime(500);
  step.advance(by);
  vi.advanceTimersByTime(200);
  expect(visible(written())).toContain(`100% ${total} of ${total}`);
  step.end();
});

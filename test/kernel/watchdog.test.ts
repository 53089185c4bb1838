import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog } from '../../src/kernel/watchdog.ts';

const late = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  late.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what does not come in its time is late, once', () => {
  startWatchdog(1_000, late);
  vi.advanceTimersByTime(999);
  expect(late).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(late).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(late).toHaveBeenCalledTimes(1);
});

test('what came is never late', () => {
  const came = startWatchdog(1_000, late);
  vi.advanceTimersByTime(999);
  came();
  vi.advanceTimersByTime(10_000);
  expect(late).not.toHaveBeenCalled();
});

test('while the process stands still nothing is late', async () => {
  vi.useRealTimers();
  const stillMs = 200;
  const came = startWatchdog(stillMs / 2, late);
  const until = performance.now() + stillMs;
  while (performance.now() < until);
  await new Promise((read) => setTimeout(read, 1));
  expect(late).not.toHaveBeenCalled();
  came();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog } from '../../src/kernel/watchdog.ts';

const onTimeout = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  onTimeout.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a watchdog that is not stopped in time fires once', () => {
  startWatchdog(1_000, onTimeout);
  vi.advanceTimersByTime(999);
  expect(onTimeout).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onTimeout).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(onTimeout).toHaveBeenCalledTimes(1);
});

test('a stopped watchdog does not fire', () => {
  const stop = startWatchdog(1_000, onTimeout);
  vi.advanceTimersByTime(999);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(onTimeout).not.toHaveBeenCalled();
});

test('a watchdog does not fire while the process is blocked', async () => {
  vi.useRealTimers();
  const blockedMs = 200;
  const stop = startWatchdog(blockedMs / 2, onTimeout);
  const until = performance.now() + blockedMs;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(onTimeout).not.toHaveBeenCalled();
  stop();
});

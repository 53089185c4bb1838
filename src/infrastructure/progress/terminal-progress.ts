/**
 * Progress on a terminal: a bar that is redrawn, and erased at the end of its step. Without a terminal, a line now and then.
 * A step that ends soon shows nothing.
 *
 * Decision: without colors, so that NO_COLOR needs no case of its own.
 */
import type { Writable } from 'node:stream';
import cliProgress from 'cli-progress';
import type { Progress, ProgressUnit } from './progress.ts';

export interface ProgressOutput {
  readonly stream: Writable & { readonly isTTY?: boolean | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether lines are written where there is no terminal. */
  readonly lines: boolean;
}

/** A step that ends within this time is not shown. */
const delayMs = 500;
const lineEveryMs = 10_000;

const mebibyte = 1024 * 1024;
const amountOf: Readonly<Record<ProgressUnit, (value: number, total: number) => string>> = {
  items: (value, total) => `${value} of ${total}`,
  bytes: (value, total) => `${Math.floor(value / mebibyte)} of ${Math.ceil(total / mebibyte)} MiB`,
};

interface View {
  update(value: number): void;
  end(): void;
}

/** A terminal that cannot move its cursor gets lines. */
const canDraw = ({ stream, env }: ProgressOutput): boolean => Boolean(stream.isTTY) && env['TERM'] !== 'dumb';

function barOn(stream: Writable, title: string, total: number, amount: (value: number) => string): View {
  const bar = new cliProgress.SingleBar(
    {
      stream: stream as NodeJS.WritableStream,
      format: `${title} [{bar}] {percentage}% {amount}`,
      barCompleteChar: '=',
      barIncompleteChar: ' ',
      barsize: 30,
      clearOnComplete: true,
      // Nothing of the terminal changes that the end of the process would have to restore. The signals of the process keep
      // their effect.
      linewrap: true,
      hideCursor: null,
      gracefulExit: false,
    },
    cliProgress.Presets.legacy,
  );
  bar.start(total, 0, { amount: amount(0) });
  return {
    update: (value) => bar.update(value, { amount: amount(value) }),
    end: () => bar.stop(),
  };
}

export function terminalProgress(output: ProgressOutput): Progress {
  const { stream, lines } = output;
  const draws = canDraw(output);
  return {
    start(title, total, unit = 'items') {
      const amount = (value: number) => amountOf[unit](value, total);
      const percentage = (value: number) => (total > 0 ? Math.floor((100 * value) / total) : 100);
      let done = 0;
      let bar: View | undefined;
      const startedAt = performance.now();
      let lineAt = startedAt;

      const show = (): void => {
        clearTimeout(timer);
        if (bar) return;
        bar = barOn(stream, title, total, amount);
        bar.update(done);
      };
      // A single part of the work can take longer than the delay.
      const timer = draws ? setTimeout(show, delayMs).unref() : undefined;

      return {
        advance(by = 1) {
          done = Math.min(done + by, total);
          const now = performance.now();
          if (draws) {
            if (now - startedAt >= delayMs) show();
            bar?.update(done);
          } else if (lines && now - lineAt >= lineEveryMs) {
            lineAt = now;
            stream.write(`${title}: ${percentage(done)} %, ${amount(done)}\n`);
          }
        },
        end() {
          clearTimeout(timer);
          bar?.end();
          bar = undefined;
        },
      };
    },
  };
}

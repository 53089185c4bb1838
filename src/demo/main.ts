/** `npm run demo`: runs example payments against a server and fills its sandbox with data. */

import { parseArgs } from 'node:util';
import { createClient } from '@payments-platform/client';
import { terminalProgress } from '../infrastructure/progress/terminal-progress.ts';
import { parseUrl } from '../kernel/url.ts';
import { playAgent } from './agent.ts';
import { playAssistant } from './assistant.ts';
import { playJourney } from './journey.ts';
import { playOutcomes } from './outcomes.ts';
import { populate } from './populate.ts';
import { DemoStopped, stopMessage } from './stop.ts';

const usage =
  'Usage: npm run demo -- --token <id>:<secret> [--url http://127.0.0.1:4000] [--customers 200] [--transactions 2000]';

function options(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string', default: 'http://127.0.0.1:4000' },
        token: { type: 'string', default: process.env['BOOTSTRAP_TOKEN'] ?? '' },
        customers: { type: 'string', default: '200' },
        transactions: { type: 'string', default: '2000' },
      },
    });
    const [customers, transactions] = [Number(values.customers), Number(values.transactions)];
    const whole = Number.isSafeInteger(customers) && Number.isSafeInteger(transactions);
    if (parseUrl(values.url) && values.token.includes(':') && whole && customers > 0) {
      return { url: values.url, token: values.token, customers, transactions };
    }
  } catch {
    // The usage explains the error.
  }
  throw new DemoStopped(usage);
}

async function main(): Promise<void> {
  const { url, token, ...amounts } = options(process.argv.slice(2));
  const client = createClient({ url, token });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const progress = terminalProgress({ stream: process.stderr, env: process.env, lines: true });
  try {
    await playJourney(client, print);
    await playOutcomes(client, print);
    await populate(client, amounts, print, progress);
    await playAgent(client, url, print);
    await playAssistant(client, url, print);
  } catch (error) {
    const message = stopMessage(error, url);
    throw message === undefined ? error : new DemoStopped(message);
  }
}

main().catch((error: unknown) => {
  const text = error instanceof DemoStopped ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});

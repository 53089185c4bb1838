/** `npm run demo`: runs example payments against a server and fills its sandbox with data. */
import { parseArgs } from 'node:util';
import { playAgent } from './agent.ts';
import { basic, connect, DemoStopped } from './api.ts';
import { playJourney } from './journey.ts';
import { playOutcomes } from './outcomes.ts';
import { populate } from './populate.ts';

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
    if (URL.canParse(values.url) && values.token.includes(':') && whole && customers > 0) {
      return { url: values.url, token: values.token, customers, transactions };
    }
  } catch {
    // The usage explains the error.
  }
  throw new DemoStopped(usage);
}

async function main(): Promise<void> {
  const { url, token, ...amounts } = options(process.argv.slice(2));
  const api = connect(url, basic(token));
  const print = (line: string) => process.stdout.write(`${line}\n`);
  await playJourney(api, print);
  await playOutcomes(api, print);
  await populate(api, amounts, print);
  await playAgent(api, url, print);
}

main().catch((error: unknown) => {
  const text = error instanceof DemoStopped ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});

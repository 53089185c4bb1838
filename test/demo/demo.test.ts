import { afterAll, beforeAll, expect, test } from 'vitest';
import { playAgent } from '../../src/demo/agent.ts';
import { basic, connect } from '../../src/demo/api.ts';
import { playJourney } from '../../src/demo/journey.ts';
import { playOutcomes } from '../../src/demo/outcomes.ts';
import { populate } from '../../src/demo/populate.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

test('the demo tells a journey and leaves a sandbox with payments of both outcomes', async () => {
  const told: string[] = [];
  const api = connect(service.url, basic(service.platform.token));
  await playJourney(api, (line) => told.push(line));
  expect(told.join('\n')).toContain('to a bank: PENDING → PROCESSING → COMPLETED.');
  expect(told.join('\n')).toContain('FAILED (refund PENDING) → FAILED (refund COMPLETED).');

  await populate(api, { customers: 10, transactions: 30 }, (line) => told.push(line));
  expect(told.at(-1)).toMatch(
    /holds 11 customers and these transactions: \d+ COMPLETED, [1-9]\d* FAILED, 0 PROCESSING, 0 PENDING\./,
  );
  expect(await audit(service.db)).toEqual(soundLedger);
});

test('it plays one of each outcome, and leaves three actions that wait for a person', async () => {
  const told: string[] = [];
  const api = connect(service.url, basic(service.platform.token));
  await playOutcomes(api, (line) => told.push(line));
  expect(told).toHaveLength(12);
  expect(told).toContain(
    '  006 is cancelled: PENDING → PROCESSING → PROCESSING (refund PENDING) → PROCESSING (refund COMPLETED) → COMPLETED (refund COMPLETED)',
  );
  await playAgent(api, service.url, () => undefined);
  const waiting = '{ agentActions(filter: { status: [PENDING_APPROVAL] }) { totalCount } }';
  expect(await api.ask(waiting)).toEqual({ totalCount: 3 });
  expect(await audit(service.db)).toEqual(soundLedger);
});

test('a token that is refused, and a production token, stop it with one line', async () => {
  const nobody = connect(service.url, basic('nobody:nothing'));
  await expect(playJourney(nobody, () => undefined)).rejects.toThrow('The token is refused.');
  const production = connect(service.url, basic((await service.addPlatform('PRODUCTION')).token));
  await expect(playJourney(production, () => undefined)).rejects.toThrow('The demo plays in a sandbox');
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient } from '@payments-platform/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playAgent } from '../../src/demo/agent.ts';
import { playAssistant } from '../../src/demo/assistant.ts';
import { playJourney } from '../../src/demo/journey.ts';
import { playOutcomes } from '../../src/demo/outcomes.ts';
import { populate } from '../../src/demo/populate.ts';
import { stopMessage } from '../../src/demo/stop.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { recordedProgress } from '../support/recorded-progress.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

test('the demo prints the steps of a journey and leaves completed and failed payments in the sandbox', async () => {
  const printed: string[] = [];
  const client = createClient({ url: service.url, token: service.platform.token });
  await playJourney(client, (line) => printed.push(line));
  expect(printed.join('\n')).toContain('to a bank: PENDING → PROCESSING → COMPLETED.');
  expect(printed.join('\n')).toContain('FAILED (refund PENDING) → FAILED (refund COMPLETED).');

  const progress = recordedProgress();
  await populate(client, { customers: 10, transactions: 30 }, (line) => printed.push(line), progress);
  expect(progress.steps).toEqual([
    { title: 'Adding customers', total: 10, done: 10, hasEnded: true },
    { title: 'Sending transactions', total: 30, done: 30, hasEnded: true },
  ]);
  expect(printed.at(-1)).toMatch(
    /has 11 customers and these transactions: \d+ COMPLETED, [1-9]\d* FAILED, 0 PROCESSING, 0 PENDING\./,
  );
  expect(await audit(service.db)).toEqual(soundLedger);
});

test('the demo runs one payment of each outcome and leaves three actions pending approval', async () => {
  const printed: string[] = [];
  const client = createClient({ url: service.url, token: service.platform.token });
  await playOutcomes(client, (line) => printed.push(line));
  expect(printed).toHaveLength(13);
  // The demo announces the total before it advances the clock.
  expect(printed[0]).toContain('advances the sandbox clock by 400 seconds, 67 minutes in total');
  expect(printed).toContain(
    '  006 is cancelled: PENDING → PROCESSING → PROCESSING (refund PENDING) → PROCESSING (refund COMPLETED) → COMPLETED (refund COMPLETED)',
  );
  const before = printed.length;
  await playAgent(client, service.url, (line) => printed.push(line));
  const waiting = '{ agentActions(filter: { status: [PENDING_APPROVAL] }) { totalCount } }';
  expect(await client.execute(waiting)).toEqual({ agentActions: { totalCount: 3 } });

  // The printed commands decide the first two actions.
  const env = { PATH: process.env['PATH'] ?? '', TOKEN: service.platform.token };
  const commands = printed.slice(before).filter((line) => line.startsWith('  curl'));
  const decided: string[] = [];
  for (const line of commands)
    decided.push((await promisify(execFile)('bash', ['--norc', '-c', line], { env })).stdout);
  expect(decided.map((text) => Object.values(JSON.parse(text).data)[0])).toEqual([
    { __typename: 'AgentAction', status: 'APPROVED' },
    { __typename: 'AgentAction', status: 'REJECTED' },
  ]);
  expect(await client.execute(waiting)).toEqual({ agentActions: { totalCount: 1 } });
  expect(await audit(service.db)).toEqual(soundLedger);
});

test('an assistant of the demo pays an invoice once, after a person approved', async () => {
  const printed: string[] = [];
  const client = createClient({ url: service.url, token: service.platform.token });
  await playAssistant(client, service.url, (line) => printed.push(line));
  expect(printed.filter((line) => /^ {2}(a person|wait_for)/.test(line))).toEqual([
    '  a person: APPROVED',
    '  wait_for_decision: APPROVED',
    '  wait_for_payment: COMPLETED',
  ]);
  const paid = '{ transactions(filter: { query: "2026-117" }) { nodes { status sentAmount { amount } } } }';
  expect(await client.execute(paid)).toEqual({
    transactions: { nodes: [{ status: 'COMPLETED', sentAmount: { amount: 24_000 } }] },
  });
  expect(await audit(service.db)).toEqual(soundLedger);
});

test('the demo rejects an invalid token and a production token with one line', async () => {
  const { url } = service;
  const messageFor = (token: string, at = url) =>
    playJourney(createClient({ url: at, token, retry: { maxAttempts: 1 } }), () => undefined).then(
      () => 'completed',
      (error) => stopMessage(error, at),
    );
  expect(await messageFor('unknown:invalid')).toBe('The token is not accepted.');
  expect(await messageFor((await service.addPlatform('PRODUCTION')).token)).toBe(
    'The demo needs the token of a sandbox platform.',
  );
  expect(await messageFor('any:token', 'http://127.0.0.1:1')).toBe(
    'No server responds at http://127.0.0.1:1.',
  );
});

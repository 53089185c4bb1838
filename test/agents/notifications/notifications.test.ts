/** Planning and sending of notifications, with a recording mailer and a scripted Slack. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentAction } from '../../../src/agents/actions/agent-action.ts';
import {
  type ApprovalRulesChange,
  UpdateApprovalRulesInput,
} from '../../../src/agents/approval-rules/approval-rules.ts';
import { notifyApproversJobKind } from '../../../src/agents/approval-rules/request-notification.ts';
import { updateApprovalRules } from '../../../src/agents/approval-rules/update-approval-rules.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { sendDueMessages } from '../../../src/agents/notifications/notifier.ts';
import {
  digestHandler,
  digestJobKind,
  notifyApproversHandler,
} from '../../../src/agents/notifications/plan-notifications.ts';
import { agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { approvalMessages, approvalNotificationWindows } from '../../../src/agents/tables.ts';
import type { SafeFetch } from '../../../src/infrastructure/http-client/safe-fetch.ts';
import type { TextMail } from '../../../src/infrastructure/mail/mailer.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import type { AgentPrincipal } from '../../../src/platforms/access/principal.ts';
import { readSettings } from '../../../src/platforms/store.ts';
import type { Ports } from '../../../src/sandbox/ports.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';

const start = new Date('2025-07-21T10:00:00Z');
const slackUrl = 'https://hooks.slack.example/services/T000/B000/secretpath';
const inboxes = ['ada@example.com', 'grace@example.com'];

let service: AgentService;
let ports: Ports;
let agent: AgentPrincipal;
let now = start;
const mails: TextMail[] = [];
const posts: { url: string; text: string }[] = [];
let slackResponse: Awaited<ReturnType<SafeFetch>>;
let mailIsAccepted = true;
let approvers: string[] = [];

const response = (status: number, headers: Record<string, string> = {}) =>
  ({ ok: true, status, headers, body: new Uint8Array() }) as const;

beforeAll(async () => {
  service = await startAgentService();
  ports = {
    ...service.ports,
    publicUrl: 'https://pay.example.com',
    approverDirectory: { emailsOf: async () => approvers },
    mailer: {
      send: () => Promise.reject(new Error('notifications have no codes')),
      async sendText(mail) {
        mails.push(mail);
        return mailIsAccepted;
      },
    },
    async fetch({ url, body }) {
      posts.push({ url, text: JSON.parse(body ?? '').text });
      return slackResponse;
    },
  };
  const handlers = service.handlers as Map<string, unknown>;
  handlers.set(notifyApproversJobKind, notifyApproversHandler(ports));
  handlers.set(digestJobKind, digestHandler(ports));
  agent = await service.agent(
    aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED', spendingLimits: { perTransactionLimit: 100_000n } }),
  );
});
afterAll(() => service?.close());

const at = (ms: number) => {
  now = new Date(now.getTime() + ms);
  service.setTime(now);
};
const setRules = (notifications: Partial<NonNullable<ApprovalRulesChange['notifications']>>) =>
  updateApprovalRules(ports, service.platform, { notifications } as ApprovalRulesChange);

beforeEach(async () => {
  // The digest of the test before is due, and each test starts in a minute of its own.
  at(120_000);
  await service.work();
  await service.db.orm.delete(approvalMessages);
  await service.db.orm.delete(approvalNotificationWindows);
  mails.length = 0;
  posts.length = 0;
  slackResponse = response(200);
  mailIsAccepted = true;
  approvers = [];
  ok(await setRules({ emails: inboxes, notifyApprovers: false, slackWebhookUrl: slackUrl }));
});

const submit = async (count = 1): Promise<AgentAction[]> => {
  const actions: AgentAction[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { account, bank } = service;
    const input = {
      source: account.id,
      destination: bank.id,
      amount: 100n,
      description: 'Account 1234567900',
    };
    actions.push(ok(await agentTransferOut(ports, agent, input)) as AgentAction);
  }
  return actions;
};
const sendAll = async () => {
  while ((await sendDueMessages(ports)) > 0);
};
const waitingMessages = () => service.db.orm.select().from(approvalMessages);

describe('an action that waits', () => {
  test('is notified to each address and to Slack, with a link and without account numbers', async () => {
    const [action] = await submit();
    await service.work();
    await sendAll();
    expect(mails.map(({ to }) => to).sort()).toEqual(inboxes);
    expect(mails[0]?.text).toContain(`https://pay.example.com/approvals/${action?.id}`);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({ url: slackUrl, text: expect.stringContaining(`${action?.id}|Open`) });
    const texts = JSON.stringify([mails, posts.map(({ text }) => text)]);
    for (const hidden of ['1234567900', '021000021', service.bank.id, service.account.id, 'Lovelace']) {
      expect(texts).not.toContain(hidden);
    }
    expect(await waitingMessages()).toEqual([]);
  });

  test('is notified to the people who may approve, each address once', async () => {
    approvers = ['ADA@example.com', 'kurt@example.com', 'two@example.com, three@example.com'];
    ok(await setRules({ notifyApprovers: true, slackWebhookUrl: null }));
    await submit();
    await service.work();
    await sendAll();
    expect(mails.map(({ to }) => to.toLowerCase()).sort()).toEqual([...inboxes, 'kurt@example.com'].sort());
    expect(posts).toEqual([]);
  });

  test('makes no message where the rules have no receiver', async () => {
    ok(await setRules({ emails: [], slackWebhookUrl: null }));
    await submit();
    await service.work();
    expect(await waitingMessages()).toEqual([]);
  });

  test('is not notified once it is decided', async () => {
    const [action] = await submit();
    await service.work();
    ok(
      await rejectAgentAction(ports, service.platform, { id: (action as AgentAction).id, reason: undefined }),
    );
    await sendAll();
    expect([...mails, ...posts]).toEqual([]);
    expect(await waitingMessages()).toEqual([]);
  });
});

describe('a burst of actions', () => {
  test('sends five messages to each receiver, and one digest of the rest at the end of the minute', async () => {
    await submit(60);
    await service.work();
    await sendAll();
    expect([mails.length, posts.length]).toEqual([5 * 2, 5]);
    at(59_999);
    await service.work();
    await sendAll();
    expect(posts).toHaveLength(5);
    at(1);
    await service.work();
    await sendAll();
    expect([mails.length, posts.length]).toEqual([6 * 2, 6]);
    expect(mails.at(-1)?.subject).toBe('Approval needed: 60 payments');
    expect(mails.at(-1)?.text.match(/AgentAction:/g)).toHaveLength(10);

    // The digest is the first message of the next minute.
    await submit(10);
    await service.work();
    await sendAll();
    expect(posts).toHaveLength(6 + 4);
  });
});

test('moving the clock of a sandbox platform sends no further messages', async () => {
  const real = now;
  const moved: Ports = { ...ports, clock: { ...ports.clock, real: () => real } };
  const handlers = service.handlers as Map<string, unknown>;
  const before = [handlers.get(notifyApproversJobKind), handlers.get(digestJobKind)];
  handlers.set(notifyApproversJobKind, notifyApproversHandler(moved));
  handlers.set(digestJobKind, digestHandler(moved));
  for (let minute = 0; minute < 5; minute += 1) {
    await submit(7);
    await service.work();
    at(61_000);
    await service.work();
  }
  await sendAll();
  expect(posts).toHaveLength(5);
  handlers.set(notifyApproversJobKind, before[0]);
  handlers.set(digestJobKind, before[1]);
  at(120_000);
  await service.work();
  await sendAll();
  expect(posts).toHaveLength(6);
});

describe('a message that is not accepted', () => {
  beforeEach(async () => {
    ok(await setRules({ emails: [] }));
    await submit();
    await service.work();
  });

  test('is sent again with growing pauses, and given up after the sixth attempt', async () => {
    slackResponse = { ok: false, failure: 'timeout' };
    const attemptsAfter: number[] = [];
    for (const pauseMs of [0, 10_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]) {
      at(Math.max(0, pauseMs - 1));
      if (pauseMs > 0) {
        await sendAll();
        at(1);
      }
      await sendAll();
      attemptsAfter.push(posts.length);
    }
    expect(attemptsAfter).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await waitingMessages()).toEqual([]);
  });

  test('waits as long as Retry-After says', async () => {
    slackResponse = response(429, { 'retry-after': '30' });
    await sendAll();
    slackResponse = response(200);
    at(29_999);
    await sendAll();
    expect(posts).toHaveLength(1);
    at(1);
    await sendAll();
    expect(posts).toHaveLength(2);
    expect(await waitingMessages()).toEqual([]);
  });

  test.each([
    ['the webhook was revoked', response(404)],
    ['the address is not public', { ok: false, failure: 'address-not-allowed' } as const],
    ['the receiver redirects', response(302)],
  ])('is dropped when %s', async (_, result) => {
    slackResponse = result;
    await sendAll();
    expect(posts).toHaveLength(1);
    expect(await waitingMessages()).toEqual([]);
  });

  test('is not sent to an address that was removed meanwhile', async () => {
    ok(await setRules({ slackWebhookUrl: null }));
    await sendAll();
    expect(posts).toEqual([]);
    expect(await waitingMessages()).toEqual([]);
  });

  test('is repeated by another process when its process dies, after the lease', async () => {
    const dying = { ...ports, fetch: async () => Promise.reject(new Error('the process died')) };
    await expect(sendDueMessages(dying)).rejects.toThrow('the process died');
    await sendAll();
    expect(posts).toEqual([]);
    at(90_000);
    await sendAll();
    expect(posts).toHaveLength(1);
  });
});

test('a mail that the server does not accept is sent again', async () => {
  ok(await setRules({ emails: ['ada@example.com'], slackWebhookUrl: null }));
  mailIsAccepted = false;
  await submit();
  await service.work();
  await sendAll();
  mailIsAccepted = true;
  at(10_000);
  await sendAll();
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.com', 'ada@example.com']);
  expect(await waitingMessages()).toEqual([]);
});

test('the URL of the webhook is stored sealed, and only its host is returned', async () => {
  const rules = ok(await setRules({}));
  expect(rules.notifications.slack?.host).toBe('hooks.slack.example');
  const stored = JSON.stringify(await readSettings(service.db.orm, service.platform.platform.id));
  expect(stored).not.toContain('secretpath');
  expect(Buffer.from(rules.notifications.slack?.sealedUrl ?? '', 'base64').toString('latin1')).not.toContain(
    'secretpath',
  );
});

test('a production platform has no webhook on http', async () => {
  const production = {
    ...service.platform,
    platform: { ...service.platform.platform, mode: 'PRODUCTION' as const },
  };
  const notifications = {
    emails: undefined,
    notifyApprovers: undefined,
    slackWebhookUrl: 'http://localhost/x',
  };
  expect(ok(await setRules(notifications)).notifications.slack?.host).toBe('localhost');
  expect(
    await updateApprovalRules(ports, production, { notifications } as ApprovalRulesChange),
  ).toMatchObject({
    fields: [{ path: 'notifications.slackWebhookUrl' }],
  });
});

test.each([
  ['ftp://hooks.example.com/x'],
  ['http://hooks.example.com/x'],
  ['https://user:password@hooks.example.com/x'],
  ['https://hooks.example.com/x#part'],
  ['not a url'],
])('%s is no URL of a webhook', async (slackWebhookUrl) => {
  const parsed = parseInput(UpdateApprovalRulesInput, { notifications: { slackWebhookUrl } });
  expect(parsed).toMatchObject({ fields: [{ path: 'notifications.slackWebhookUrl' }] });
});

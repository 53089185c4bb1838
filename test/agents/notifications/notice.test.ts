import { describe, expect, test } from 'vitest';
import {
  mailOf,
  type Notice,
  type NoticeAction,
  slackMessageOf,
} from '../../../src/agents/notifications/notice.ts';
import { money } from '../../../src/kernel/money/amount.ts';

const action = (changes: Partial<NoticeAction> = {}): NoticeAction => ({
  id: 'AgentAction:11111111-0000-7000-8000-000000000000',
  sending: money(2_500n, 'USD'),
  agentName: 'Bookkeeper',
  reason: '25.00 USD is above the approval threshold of 10.00 USD.',
  requiredApprovals: 2,
  approvalsGiven: 0,
  expiresAt: new Date('2025-07-28T10:00:30Z'),
  ...changes,
});
const notice = (changes: Partial<Notice> = {}): Notice => ({
  actions: [action()],
  actionCount: 1,
  hasMore: false,
  publicUrl: 'https://pay.example.com/',
  ...changes,
});
const link = 'https://pay.example.com/approvals/AgentAction:11111111-0000-7000-8000-000000000000';

test('a mail about one action has what decides whether to open it', () => {
  expect(mailOf(notice())).toEqual({
    subject: 'Approval needed: 25.00 USD',
    text: `A payment of an agent waits for a decision.

Amount: 25.00 USD
Agent: Bookkeeper
Why: 25.00 USD is above the approval threshold of 10.00 USD.
Approvals: 0 of 2
Decide before: 2025-07-28 10:00 UTC

${link}
`,
  });
});

test('a digest names the first actions and counts all', () => {
  const many = notice({
    actions: [action(), action({ agentName: 'Payroll' })],
    actionCount: 1_000,
    hasMore: true,
  });
  expect(mailOf(many).subject).toBe('Approval needed: more than 1000 payments');
  expect(mailOf(many).text).toContain(`- 25.00 USD, Payroll: ${link}\n`);
  expect(mailOf(many).text).toContain('All: https://pay.example.com/approvals\n');
  expect(slackMessageOf(many).text.split('\n')).toHaveLength(4);
});

describe('a name that a client chose', () => {
  const hostile = notice({
    actions: [
      action({
        agentName:
          'x\r\nBcc: eve@example.com\r\n\r\n<!channel> <https://evil.example|log in> `code` *b* @here \u202Egpj \u0007&amp;',
      }),
    ],
  });

  test('starts no line and no header of a mail', () => {
    const { subject, text } = mailOf(hostile);
    expect(subject).toBe('Approval needed: 25.00 USD');
    expect(text.split('\n').filter((line) => /^Bcc/i.test(line))).toEqual([]);
    expect(text.split('\n')).toHaveLength(mailOf(notice()).text.split('\n').length);
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  });

  test('is no markup, link or mention in Slack', () => {
    const { text } = slackMessageOf(hostile);
    expect(text.split('\n')[0]).toBe(
      "*Approval needed:* 25.00 USD by agent `x Bcc: eve@example.com &lt;!channel&gt; &lt;https://evil.example|log in&gt; 'code' *b* @here gpj &amp;amp;`",
    );
    expect(text.match(/<[^>]*>/g)).toEqual([`<${link}|Open the payment>`]);
  });
});

test('the address of the service cannot end the link in Slack', () => {
  const odd = notice({ publicUrl: 'https://pay.example.com/a|b>c&d' });
  expect(slackMessageOf(odd).text).toContain('<https://pay.example.com/a%7Cb&gt;c&amp;d/approvals/');
});

/** The prompts that people can choose in their assistant. Source: docs/behaviour/mcp.md#prompts. */
import { dataText, untrustedPieces } from './untrusted-text.ts';

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const maxArgument = 20_000;

export const prompts: readonly Prompt[] = [
  {
    name: 'pay_invoice',
    title: 'Pay an invoice',
    description: 'Reads an invoice, checks it against the policy and the payees, and pays it.',
    arguments: [{ name: 'invoice', description: 'The text of the invoice.', required: true }],
    text: ({ invoice = '' }) =>
      [
        'Pay the invoice below.',
        '1. Read the policy with get_policy, and find the payee with list_external_accounts. Compare name and bank with the invoice.',
        '2. If the payee is not registered, or differs, stop and ask me.',
        '3. Tell me the amount and the payee. Then pay with transfer_out in the same currency, or with create_quote and execute_quote in another, and give the number of the invoice as idempotencyKey and as description.',
        '4. If a person must decide, wait with wait_for_decision, and tell me the outcome.',
        dataText({ invoice: untrustedPieces(invoice.slice(0, maxArgument)) }),
      ].join('\n'),
  },
  {
    name: 'follow_up_approvals',
    title: 'Follow up approvals',
    description: 'Says which requested payments wait for people, and what became of the others.',
    arguments: [],
    text: () =>
      'List my requested payments with list_actions. Say which wait for a decision and until when, which were rejected and why, and which failed. Request nothing.',
  },
  {
    name: 'review_policy',
    title: 'Review the policy',
    description: 'Explains what the agent may do and what is left of its limits.',
    arguments: [],
    text: () =>
      'Read the policy with get_policy. Explain in plain words what you may pay, from which accounts, when a person decides, and what is left today and this month.',
  },
];

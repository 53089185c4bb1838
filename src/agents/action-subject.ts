/** What an agent submitted. Actions and evaluations of policies store it. */
import type { Id } from '../kernel/ids.ts';
import type { SandboxOutcome } from '../payments/transactions/sandbox-outcome.ts';

export interface TransferDetails {
  readonly amount: bigint;
  readonly currency: string;
  readonly sourceAccountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  readonly destinationAccountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
}

/** What the agent submitted: the execution of a quote, or a transfer with all its details. */
export type AgentActionSubject =
  | {
      readonly type: 'EXECUTE_QUOTE';
      readonly quoteId: Id<'Quote'>;
      /** The wallet's signature, verified at submission. Only for a quote that a wallet pays. */
      readonly walletSignature: string | undefined;
    }
  | {
      readonly type: 'TRANSFER_OUT' | 'TRANSFER_IN';
      readonly transferDetails: TransferDetails;
      /** Description of the transaction that the action starts. */
      readonly description: string | undefined;
      /** The outcome that the agent selected in the sandbox. */
      readonly sandboxOutcome?: SandboxOutcome | undefined;
    };

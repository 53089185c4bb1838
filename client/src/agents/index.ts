/** Software that pays under a policy: see docs/guides/agents.md of the server. */
export { type Capabilities, capabilitiesOf, NotAnAgent } from './capabilities.ts';
export type { AgentAction, AgentQuote } from './documents.ts';
export type { AgentClient } from './executor.ts';
export type { ActionOutcome, Outcome, PaymentError } from './outcome.ts';
export { type AgentPayment, pay, type QuoteOutcome, quote } from './pay.ts';
export { type Redemption, redeemDeviceCode } from './redeem.ts';
export { ActionNotFound, currentOutcome, type WaitOptions, waitForDecision } from './wait-for-decision.ts';

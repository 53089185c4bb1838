/** A message to people who may decide about waiting actions, and when it is retried. */
import type { Id } from '../../kernel/ids.ts';

export const messageChannels = ['EMAIL', 'SLACK'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** A digest names this many actions and the number of all. */
export const maxNamedActions = 10;

export interface ApprovalMessage {
  readonly uuid: string;
  readonly platformId: Id<'Platform'>;
  readonly channel: MessageChannel;
  /** The email address; absent for Slack. */
  readonly recipient: string | undefined;
  /** At most `maxNamedActions`. */
  readonly actionIds: readonly Id<'AgentAction'>[];
  readonly actionCount: number;
  /** Attempts that were started, this one included. */
  readonly attempts: number;
}

const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];

/** The pause after the attempt of this number; `undefined` when the message is given up. */
export const retryDelayMs = (attempts: number): number | undefined => retryDelaysMs[attempts - 1];

/**
 * The definition of a tool: an operation of agents, as a language model calls it. A tool has no business rules. Whether an agent
 * has it follows from the table of permissions, its input schema is that of the operation.
 *
 * Source: docs/behaviour/mcp.md#tools.
 */
import type { z } from 'zod';
import type { AgentPrincipal, RequiredPermission } from '../../../platforms/access/principal.ts';
import type { Ports } from '../../../sandbox/ports.ts';
import type { RequestError } from '../../http/http-errors.ts';
import type { ChangeFeed } from '../change-feed.ts';

/** What a tool uses of its call. */
export interface ToolCall {
  readonly ports: Ports;
  readonly principal: AgentPrincipal;
  /** On the clock of the platform. */
  readonly now: Date;
  /** Only for a tool that takes one. */
  readonly idempotencyKey: string;
  /** Aborted when the client cancels the call or disconnects, and when the process stops. */
  readonly signal: AbortSignal;
  /** Notifies the client of progress, if it asked for that. A message is sent once, until another one is. */
  readonly progress: (message: string) => void;
  readonly changes: ChangeFeed;
}

export interface ToolResult<Content> {
  /** One or two sentences. They contain no text that someone wrote. */
  readonly summary: string;
  readonly content: Content;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does. A constant: the policy is added to it for a tool that moves money. */
  readonly about: string;
  /** The name of the operation in the audit log and for faults of the sandbox. */
  readonly operation: string;
  readonly permission: RequiredPermission;
  /** `read`: changes nothing. `change`: changes records. `money`: moves money, or would. */
  readonly effect: 'read' | 'change' | 'money';
  /** Whether a repeated call returns the first result. */
  readonly takesKey?: boolean;
  /** Whether a call can take up to a minute, and is limited in number. */
  readonly waits?: boolean;
  readonly input: z.ZodType;
  /** What the schema of the operation does not say about its fields. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly output: z.ZodObject;
  readonly run: (call: ToolCall, input: never) => Promise<ToolResult<unknown> | RequestError>;
}

type Definition<I extends z.ZodType, O extends z.ZodObject> = Omit<Tool, 'input' | 'output' | 'run'> & {
  readonly input: I;
  readonly output: O;
  readonly run: (call: ToolCall, input: z.output<I>) => Promise<ToolResult<z.input<O>> | RequestError>;
};

/** Checks the types of the parts of a tool against each other. */
export const tool = <I extends z.ZodType, O extends z.ZodObject>(definition: Definition<I, O>): Tool =>
  definition as unknown as Tool;

export const amountNote = 'In the smallest unit of the currency: 1050 is 10.50 USD.';

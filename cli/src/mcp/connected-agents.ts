/**
 * The agents that this computer has connected, in a file that only its owner can read. An assistant starts the same command each
 * time, and a device code works once: so its token is found by a digest of the code.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError, exitCodes, usageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { configFile, isRecord, type Profile, readPrivateFile, writePrivateFile } from '../profiles.ts';

type Env = Io['env'];

interface ConnectedAgent extends Profile {
  readonly agentId: string;
}

export const agentsFile = (env: Env): string => configFile(env, 'agents.json');

const digestOf = (url: string, code: string): string =>
  createHash('sha256').update(`${url}\n${code}`).digest('hex');

async function readAgents(env: Env): Promise<ReadonlyMap<string, ConnectedAgent>> {
  const text = await readPrivateFile(agentsFile(env));
  if (text === undefined) return new Map();
  const damaged = new CommandError(exitCodes.credentials, `${agentsFile(env)} is damaged.`, {
    code: 'DAMAGED_PROFILES',
    hint: 'Delete it, create another agent, and use its device code.',
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged;
  }
  if (!isRecord(value) || !isRecord(value['agents'])) throw damaged;
  const agents = new Map<string, ConnectedAgent>();
  for (const [digest, stored] of Object.entries(value['agents'])) {
    const { url, token, agentId } = isRecord(stored) ? stored : {};
    if (typeof url !== 'string' || typeof token !== 'string' || typeof agentId !== 'string') throw damaged;
    agents.set(digest, { url, token, agentId });
  }
  return agents;
}

const codeForm = /^SVC-AGENT-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

/** The code in upper case. @throws CommandError for a text that is no device code. */
export function checkCode(text: string): string {
  const code = text.trim().toUpperCase();
  if (codeForm.test(code)) return code;
  throw usageError('A device code has the form SVC-AGENT-XXXX-XXXX.');
}

const redeemTimeoutMs = 15_000;

async function redeem(url: string, code: string, signal: AbortSignal): Promise<ConnectedAgent> {
  const address = `${url}/2025-10-13/agents/device-codes/${code}/redeem`;
  const sent = fetch(address, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(redeemTimeoutMs)]),
  });
  const response = await sent.catch(() => {
    throw new CommandError(exitCodes.unreachable, `No server responds at ${url}.`, {
      code: 'NETWORK_ERROR',
      hint: 'Is the server running, and is the address right?',
    });
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!isRecord(body))
    throw new CommandError(exitCodes.unreachable, 'The address is not that of the server.', {
      code: 'INVALID_RESPONSE',
      hint: 'Check --url.',
    });
  const { accessToken, agentId, message, code: errorCode } = body;
  if (response.ok && typeof accessToken === 'string' && typeof agentId === 'string')
    return { url, token: accessToken, agentId };
  throw new CommandError(
    exitCodes.rejected,
    typeof message === 'string' ? message : 'The code was rejected.',
    {
      code: typeof errorCode === 'string' ? errorCode : 'REJECTED',
      hint: 'A device code connects one computer, once. Get another one from the people who set up the agent.',
    },
  );
}

/** Assistants may start a command twice at once. The second one finds the token of the first. */
const otherProcessMs = [100, 300, 600, 1_000, 2_000];

/**
 * The agent of a device code: stored, or connected now.
 *
 * @throws CommandError when the code can no longer connect an agent, and when the server is not reachable.
 */
export async function agentOfCode({ env, signal }: Io, url: string, code: string): Promise<ConnectedAgent> {
  const digest = digestOf(url, code);
  const known = (await readAgents(env)).get(digest);
  if (known) return known;
  let agent: ConnectedAgent;
  try {
    agent = await redeem(url, code, signal);
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== exitCodes.rejected) throw error;
    for (const ms of otherProcessMs) {
      await delay(ms);
      const stored = (await readAgents(env)).get(digest);
      if (stored) return stored;
    }
    throw error;
  }
  const agents = new Map(await readAgents(env)).set(digest, agent);
  await writePrivateFile(
    agentsFile(env),
    `${JSON.stringify({ agents: Object.fromEntries(agents) }, undefined, 2)}\n`,
  );
  return agent;
}

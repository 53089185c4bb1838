/** `mcp`: connects a desktop assistant with the server. */
import type { App, Cli } from '../app.ts';
import { agentOfCode, agentsFile, checkCode } from '../mcp/connected-agents.ts';
import type { Profile } from '../profiles.ts';
import { checkUrl, credentialsOf, type GlobalArguments } from '../session.ts';
import { checkTransport } from './login.ts';

interface McpArguments extends GlobalArguments {
  readonly code: string | undefined;
  readonly allowHttp: boolean;
}

async function agentFor({ io }: App, given: McpArguments): Promise<Profile> {
  if (given.code === undefined) return credentialsOf(io, given);
  const url = checkUrl(given.url ?? io.env['PAYMENTS_URL'] ?? 'http://127.0.0.1:4000');
  checkTransport(url, given.allowHttp);
  return agentOfCode(io, url, checkCode(given.code));
}

async function connect(app: App, given: McpArguments): Promise<void> {
  const profile = await agentFor(app, given);
  app.hide(profile.token);
  if (given.code !== undefined) app.printer.note(`The token of the agent is in ${agentsFile(app.io.env)}.`);
  // The SDK is large, and no other command needs it.
  const { bridge } = await import('../mcp/bridge.ts');
  await bridge(app.io, profile, (text) => app.printer.note(text));
}

export function addMcp(cli: Cli, app: App): void {
  cli.command(
    'mcp',
    'Connect an assistant over stdin and stdout (Model Context Protocol)',
    (y) =>
      y.options({
        code: {
          type: 'string',
          requiresArg: true,
          describe: 'Device code of an agent; without it, the token of the profile',
        },
        'allow-http': { type: 'boolean', default: false, describe: 'Permit an address without TLS' },
      }),
    (given) => connect(app, given),
  );
}

/** `login`, `logout`, `profiles`. */
import { ViewerDocument } from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { missingCredentials, usageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { checkProfileName, profilesFile, readProfiles, writeProfiles } from '../profiles.ts';
import { checkToken, checkUrl, type GlobalArguments } from '../session.ts';
import { describeViewer } from './viewer.ts';

async function tokenFrom({ io }: App, fromStdin: boolean): Promise<string> {
  if (fromStdin) return checkToken(await io.readStdin());
  const given = io.env['PAYMENTS_TOKEN'];
  if (given) return checkToken(given);
  if (!io.isInteractive)
    throw usageError('There is no terminal to ask for the token.', 'Use --token-stdin or PAYMENTS_TOKEN.');
  const asked = await io.askSecret('API token (<id>:<secret>)');
  if (asked === undefined) throw missingCredentials('The login was cancelled.');
  return checkToken(asked);
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Without TLS everyone on the way to the server reads the token. */
export function checkTransport(url: string, isAllowed: boolean): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || loopback.test(hostname) || isAllowed) return;
  throw usageError(
    `The token would be sent to ${hostname} without encryption.`,
    'Use an https address. In a private network, --allow-http permits it.',
  );
}

interface LoginArguments extends GlobalArguments {
  readonly tokenStdin: boolean;
  readonly allowHttp: boolean;
}

async function login(app: App, given: LoginArguments): Promise<void> {
  const { env } = app.io;
  const name = checkProfileName(given.profile ?? 'default');
  const known = await readProfiles(env);
  const url = checkUrl(
    given.url ?? env['PAYMENTS_URL'] ?? known.profiles.get(name)?.url ?? 'http://127.0.0.1:4000',
  );
  checkTransport(url, given.allowHttp);
  const token = await tokenFrom(app, given.tokenStdin);
  const viewer = describeViewer(await app.open({ url, token }).request(ViewerDocument, {}));
  const profiles = new Map(known.profiles).set(name, { url, token });
  await writeProfiles(env, { current: name, profiles });
  app.printer.record({ profile: name, url, ...viewer }, [
    ['Profile', name],
    ['Server', url],
    ['Account', `${viewer.kind} ${viewer.name ?? ''} (${viewer.id ?? '-'})`],
    ['May', viewer.permissions],
    ['File', profilesFile(env)],
  ]);
}

async function logout({ printer }: App, { env }: Io, given: GlobalArguments): Promise<void> {
  const known = await readProfiles(env);
  const name = given.profile ?? known.current;
  if (name === undefined || !known.profiles.has(name))
    throw missingCredentials(
      name === undefined ? 'No profile is logged in.' : `There is no profile ${name}.`,
    );
  const profiles = new Map(known.profiles);
  profiles.delete(name);
  const [next] = profiles.keys();
  await writeProfiles(env, { current: known.current === name ? next : known.current, profiles });
  printer.record({ removed: name }, [['Removed', name]]);
  printer.note('The token itself is still valid. `payments token delete` ends it.');
}

async function list({ printer }: App, { env }: Io): Promise<void> {
  const { current, profiles } = await readProfiles(env);
  const nodes = [...profiles].map(([name, { url }]) => ({ name, url, isCurrent: name === current }));
  printer.show({ profiles: nodes }, () =>
    nodes.length === 0
      ? 'No profiles. Run: payments login\n'
      : printer.table(nodes, [
          { title: 'Profile', of: ({ name }) => name },
          { title: 'Server', of: ({ url }) => url },
          { title: 'Current', of: ({ isCurrent }) => (isCurrent ? 'yes' : '') },
        ]),
  );
}

export function addLogin(cli: Cli, app: App): void {
  cli
    .command(
      'login',
      'Store a token as a profile, and use it',
      (y) =>
        y.options({
          'token-stdin': { type: 'boolean', default: false, describe: 'Read the token from stdin' },
          'allow-http': { type: 'boolean', default: false, describe: 'Permit an address without TLS' },
        }),
      (given) => login(app, given),
    )
    .command(
      'logout',
      'Remove a profile and its token',
      (y) => y,
      (given) => logout(app, app.io, given),
    )
    .command(
      'profiles',
      'List the profiles',
      (y) => y,
      () => list(app, app.io),
    );
}

/** `doctor`: why a command cannot work. */
import { ViewerDocument } from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { CommandError, commandErrorOf, type ExitCode, exitCodes } from '../errors.ts';
import type { Session } from '../session.ts';
import { version } from '../version.ts';
import { describeViewer } from './viewer.ts';

interface Check {
  readonly name: string;
  readonly isOk: boolean;
  readonly detail: string;
  readonly exitCode: ExitCode;
}

const timeoutMs = 10_000;
/** Tokens expire by the clock of the server. */
const maxClockDifferenceMs = 60_000;

const pass = (name: string, detail: string): Check => ({ name, isOk: true, detail, exitCode: exitCodes.ok });
const fail = (name: string, detail: string, exitCode: ExitCode): Check => ({
  name,
  isOk: false,
  detail,
  exitCode,
});

/** The reason below `fetch failed`. */
const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
};

async function reach({ url, io }: Session): Promise<Check[]> {
  const secure = new URL(url).protocol === 'https:';
  const startedAt = Date.now();
  try {
    const response = await fetch(`${url}/health/ready`, {
      redirect: 'manual',
      signal: AbortSignal.any([io.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const elapsedMs = Date.now() - startedAt;
    await response.body?.cancel();
    const isReady = response.status === 200;
    return [
      isReady
        ? pass('server', `${url} is ready (${elapsedMs} ms)`)
        : fail('server', `${url} responds with ${response.status}: it is not ready`, exitCodes.unreachable),
      pass('tls', secure ? 'the certificate is valid' : 'not used: the address is http'),
      clock(response.headers.get('date'), startedAt, elapsedMs),
    ];
  } catch (error) {
    return [fail('server', `${url} is not reachable: ${causeOf(error)}`, exitCodes.unreachable)];
  }
}

/** The header has whole seconds. */
function clock(header: string | null, startedAt: number, elapsedMs: number): Check {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(serverMs)) return pass('clock', 'the server does not send its time');
  const differenceMs = serverMs + 500 - (startedAt + elapsedMs / 2);
  const text = `${(differenceMs / 1000).toFixed(1)} s from the server's`;
  return Math.abs(differenceMs) <= maxClockDifferenceMs
    ? pass('clock', text)
    : fail('clock', `${text}: set the clock of this computer`, exitCodes.failed);
}

async function credential({ request }: Session): Promise<Check> {
  try {
    const { kind, name, mode, permissions, expiresAt } = describeViewer(await request(ViewerDocument, {}));
    const parts = [`${kind} ${name ?? ''}`.trim(), mode, permissions.join(', ')].filter(Boolean);
    return pass('credential', `${parts.join('; ')}${expiresAt ? `; until ${expiresAt}` : ''}`);
  } catch (error) {
    const { message, exitCode, details } = commandErrorOf(error);
    return fail('credential', [message, details.hint].filter(Boolean).join(' '), exitCode);
  }
}

async function doctor(session: Session): Promise<void> {
  const { printer } = session;
  const reached = await reach(session);
  const isReachable = reached.every(({ name, isOk }) => name !== 'server' || isOk);
  const checks = [
    pass('versions', `payments ${version}, Node.js ${process.versions.node}`),
    ...reached,
    ...(isReachable ? [await credential(session)] : []),
  ];
  printer.show({ checks: checks.map(({ name, isOk, detail }) => ({ name, isOk, detail })) }, () =>
    printer.table(checks, [
      { title: 'Check', of: ({ name }) => name },
      { title: 'Result', of: ({ isOk }) => (isOk ? 'ok' : 'FAILED') },
      { title: 'Detail', of: ({ detail }) => detail },
    ]),
  );
  const failed = checks.find(({ isOk }) => !isOk);
  if (failed)
    throw new CommandError(failed.exitCode, `The check of ${failed.name} failed.`, { code: 'CHECK_FAILED' });
}

export function addDoctor(cli: Cli, { command }: App): void {
  cli.command('doctor', 'Check the server, the clock and the token', (y) => y, command(doctor));
}

/** `audit list|export`. */
import { authorizationOf } from '@payments-platform/client';
import { AuditLogDocument } from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { CommandError, exitCodes, usageError } from '../errors.ts';
import type { GlobalArguments, Session } from '../session.ts';
import { positionFile } from './cursor-file.ts';
import { defined, enumValue, pageOf, pageOptions, wholeNumber } from './options.ts';

const filterOptions = {
  operation: { type: 'string', requiresArg: true, describe: 'For example updateAgentPolicy' },
  record: { type: 'string', requiresArg: true, describe: 'Id of the record that changed' },
  'record-type': { type: 'string', requiresArg: true, describe: 'For example Agent' },
  actor: { type: 'string', requiresArg: true, describe: 'Id of the member, token or agent' },
  'actor-kind': { type: 'string', requiresArg: true, describe: 'member, api-token, agent, operator, …' },
  request: { type: 'string', requiresArg: true, describe: 'Id of the request' },
  since: { type: 'string', requiresArg: true, describe: 'Changed at this time or later, ISO 8601' },
  until: { type: 'string', requiresArg: true, describe: 'Changed at this time or earlier' },
} as const;

interface FilterArguments {
  readonly operation: string | undefined;
  readonly record: string | undefined;
  readonly recordType: string | undefined;
  readonly actor: string | undefined;
  readonly actorKind: string | undefined;
  readonly request: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

const filterOf = (given: FilterArguments) =>
  defined({
    operation: given.operation,
    recordId: given.record,
    recordType: given.recordType,
    actorId: given.actor,
    actorKind: given.actorKind && enumValue(given.actorKind),
    requestId: given.request,
    createdAfter: given.since,
    createdBefore: given.until,
  });

/** The members of a line that the filters compare. */
interface Line {
  readonly position: number;
  readonly createdAt: string;
  readonly actor: { readonly kind: string; readonly id: string | null };
  readonly operation: string;
  readonly recordType: string;
  readonly recordId: string;
  readonly requestId: string | null;
}

function instantOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw usageError(`--${name} is a time such as 2026-01-31T00:00:00Z.`);
  return instant;
}

/** The export has every entry, so that its hashes can be checked. The filters of this command select lines of it. */
function matcherOf(given: FilterArguments): (line: Line) => boolean {
  const { operation, recordId, recordType, actorId, actorKind, requestId } = filterOf(given);
  const [since, until] = [instantOf('since', given.since), instantOf('until', given.until)];
  return (line) => {
    const at = Date.parse(line.createdAt);
    return (
      (operation === undefined || operation === line.operation) &&
      (recordId === undefined || recordId === line.recordId) &&
      (recordType === undefined || recordType === line.recordType) &&
      (actorId === undefined || actorId === line.actor.id) &&
      (actorKind === undefined || actorKind === line.actor.kind) &&
      (requestId === undefined || requestId === line.requestId) &&
      (since === undefined || at >= since) &&
      (until === undefined || at <= until)
    );
  };
}

/** The complete lines of a text that arrives in parts. An incomplete last line is dropped. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function responseError(response: Response): Promise<CommandError> {
  const body = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  const isCredential = response.status === 401 || response.status === 403;
  const exitCode = isCredential
    ? exitCodes.credentials
    : response.status >= 500
      ? exitCodes.unreachable
      : exitCodes.rejected;
  return new CommandError(exitCode, body.message ?? `The server returned HTTP ${response.status}.`, {
    code: body.code ?? 'INVALID_RESPONSE',
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

const maxAttempts = 4;

/** Whether another attempt may succeed: the connection ended, or the server does not serve for a moment. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof CommandError) || error.exitCode === exitCodes.unreachable;

interface ExportArguments extends GlobalArguments, FilterArguments {
  readonly after: string | undefined;
  readonly cursorFile: string | undefined;
}

async function exportLog(session: Session, given: ExportArguments): Promise<void> {
  const { io, printer, url, token } = session;
  if (given.after !== undefined && given.cursorFile !== undefined)
    throw usageError('--after and --cursor-file both say where to start: give one.');
  const matches = matcherOf(given);
  const store = given.cursorFile === undefined ? undefined : positionFile(given.cursorFile);
  const start = given.after ?? (await store?.load()) ?? '0';
  let position = wholeNumber('after', start, 0, 2 ** 48 - 1);

  const read = async () => {
    const response = await fetch(`${url}/2025-10-13/audit-log/export?after=${position}`, {
      headers: { authorization: authorizationOf(token) },
      redirect: 'error',
      signal: io.signal,
    });
    if (!response.ok || !response.body) throw await responseError(response);
    for await (const text of linesOf(response.body)) {
      const line = JSON.parse(text) as Line;
      if (matches(line)) await printer.line(text);
      position = line.position;
      attempts = 0;
    }
  };
  let attempts = 0;
  try {
    for (;;) {
      try {
        await read();
        return;
      } catch (error) {
        attempts += 1;
        if (io.signal.aborted || !isTemporary(error) || attempts >= maxAttempts) throw error;
        printer.note(`The connection ended after position ${position}. It continues there.`);
        await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempts));
      }
    }
  } catch (error) {
    if (io.signal.aborted || error instanceof CommandError) throw error;
    throw new CommandError(exitCodes.unreachable, 'The connection to the server ended.', {
      code: 'NETWORK_ERROR',
      hint: `Continue with --after ${position}.`,
    });
  } finally {
    await store?.save(String(position));
  }
}

const changedFields = (changes: readonly { readonly field: string }[]): string =>
  changes.map(({ field }) => field).join(', ');

export function addAudit(cli: Cli, { command }: App): void {
  cli.command('audit', 'The audit log: who changed what', (group) =>
    group
      .command(
        'list',
        'List changes, newest first',
        (y) => y.options({ ...pageOptions, ...filterOptions }),
        command(async ({ request, printer }, given) => {
          const page = await request(AuditLogDocument, {
            ...pageOf(given),
            filter: filterOf(given) as object,
          });
          printer.list(page, [
            { title: 'Position', of: ({ position }) => position, isRight: true },
            { title: 'Time', of: ({ createdAt }) => createdAt },
            { title: 'Actor', of: ({ actor }) => actor.name ?? actor.id ?? actor.kind },
            { title: 'Operation', of: ({ operation }) => operation },
            { title: 'Record', of: ({ recordId }) => recordId },
            { title: 'Changed', of: ({ changes }) => changedFields(changes) },
          ]);
        }),
      )
      .command(
        'export',
        'Print the log, oldest first, one JSON object on each line',
        (y) =>
          y.options({
            after: {
              type: 'string',
              requiresArg: true,
              describe: 'Position after which it starts; default: 0',
            },
            'cursor-file': {
              type: 'string',
              requiresArg: true,
              describe: 'File with the position; the next run continues there',
            },
            ...filterOptions,
          }),
        command(exportLog),
      )
      .demandCommand(1, 'Name a command of audit.'),
  );
}

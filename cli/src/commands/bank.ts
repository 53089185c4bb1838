/** `bank`: connections to banks, their files, deposits and entries, and the reconciliation. */
import {
  AssignUnmatchedDepositDocument,
  BankConnectionDocument,
  type BankConnectionFieldsFragment,
  BankConnectionsDocument,
  BankEntriesDocument,
  type BankFileFieldsFragment,
  BankFilesDocument,
  BankReconciliationDocument,
  type BankReconciliationQuery,
  CancelBankFileDocument,
  CloseBankConnectionDocument,
  CreateBankConnectionDocument,
  type CreateBankConnectionInput,
  DismissBankFileDocument,
  ExchangeBankFilesDocument,
  ReleaseBankFileDocument,
  ResolveBankEntryDocument,
  ReturnUnmatchedDepositDocument,
  type UnmatchedDepositFieldsFragment,
  UnmatchedDepositsDocument,
  UpdateBankConnectionDocument,
  type UpdateBankConnectionInput,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { moneyText, type Printer } from '../output.ts';
import { defined, enumValue, idOf, objectInFile, pageOf, pageOptions } from './options.ts';

const connectionOption = {
  connection: { type: 'string', requiresArg: true, describe: 'BankConnection:<uuid>' },
} as const;
const statusOption = { status: { type: 'string', requiresArg: true, describe: 'Status' } } as const;
const commentOption = {
  comment: { type: 'string', requiresArg: true, describe: 'Comment of the decision' },
} as const;
const fileOption = {
  file: {
    type: 'string',
    demandOption: true,
    requiresArg: true,
    describe: 'JSON file with the fields of the connection, as the API takes them',
  },
} as const;

const filterOf = ({ connection, status }: { connection: string | undefined; status?: string | undefined }) =>
  defined({ connectionId: connection, status: status && enumValue(status) }) as object;

const showConnection = (printer: Printer, connection: BankConnectionFieldsFragment): void =>
  printer.record(connection, [
    ['Id', connection.id],
    ['Name', connection.name],
    ['Status', connection.status],
    ['Currency', connection.currency.code],
    ['Files', connection.format],
    ['Account', connection.account.iban ?? connection.account.accountNumber],
    ['Exchange', connection.exchange.kind],
    ['Cut-offs', `${connection.cutOffs.times.join(', ')} ${connection.cutOffs.timeZone}`],
    ['Next cut-off', connection.nextCutOffAt],
    ['Two persons above', moneyText(connection.reviewAbove)],
    ['Last exchange', connection.lastExchangeAt],
    ['Error', connection.exchangeError],
  ]);

const showFile = (printer: Printer, file: BankFileFieldsFragment): void =>
  printer.record(file, [
    ['Id', file.id],
    ['Status', file.status],
    ['Name', file.name],
    ['Kind', file.kind],
    ['Payments', file.count],
    ['Total', moneyText(file.total)],
    ['Execution', file.executionDate],
    ['Releases', file.releases],
    ['Reason', file.reason],
    ['Line', file.line],
  ]);

const showDeposit = (printer: Printer, deposit: UnmatchedDepositFieldsFragment): void =>
  printer.record(deposit, [
    ['Id', deposit.id],
    ['Status', deposit.status],
    ['Amount', moneyText(deposit.amount)],
    ['Depositor', deposit.depositor?.name],
    ['Remittance', deposit.remittance],
    ['Decision', deposit.decision],
    ['Decided by', deposit.decisions.map(({ actor }) => actor.name)],
    ['Transaction', deposit.transaction?.id],
  ]);

type Reconciliation = NonNullable<BankReconciliationQuery['bankReconciliation']>;

function showReconciliation(printer: Printer, result: Reconciliation): void {
  const { days, breakCount, isReconciled, ledgerDifference, from, to } = result;
  printer.show(result, () =>
    [
      printer.fields([
        ['From', from],
        ['To', to],
        ['Reconciled', isReconciled ? 'yes' : `no, breaks: ${breakCount}`],
        ['Ledger difference', moneyText(ledgerDifference)],
      ]),
      printer.table(days, [
        { title: 'Day', of: ({ date }) => date },
        { title: 'Statements', of: ({ statementCount }) => statementCount, isRight: true },
        { title: 'Opening', of: ({ opening }) => moneyText(opening), isRight: true },
        { title: 'Entries', of: ({ sum }) => moneyText(sum), isRight: true },
        { title: 'Closing', of: ({ closing }) => moneyText(closing), isRight: true },
        { title: 'Ledger', of: ({ ledgerBalance }) => moneyText(ledgerBalance), isRight: true },
        { title: 'Breaks', of: (day) => day.breakCount, isRight: true },
      ]),
      printer.table(
        days.flatMap(({ date, breaks }) => breaks.map((one) => ({ ...one, date }))),
        [
          { title: 'Day', of: ({ date }) => date },
          { title: 'Break', of: ({ kind, entryBreak }) => (entryBreak ? `${kind} ${entryBreak}` : kind) },
          { title: 'Amount', of: ({ amount }) => moneyText(amount), isRight: true },
          { title: 'Record', of: ({ record }) => record?.id },
          { title: 'Description', of: ({ description }) => description },
        ],
      ),
    ].join('\n\n'),
  );
}

function addConnections(cli: Cli, { command }: App): Cli {
  return cli
    .command(
      'list',
      'List connections, newest first',
      (y) => y.options(pageOptions),
      command(async ({ request, printer }, given) =>
        printer.list(await request(BankConnectionsDocument, pageOf(given)), [
          { title: 'Id', of: ({ id }) => id },
          { title: 'Name', of: ({ name }) => name },
          { title: 'Status', of: ({ status }) => status },
          { title: 'Currency', of: ({ currency }) => currency.code },
          { title: 'Files', of: ({ format }) => format },
          { title: 'Exchange', of: ({ exchange }) => exchange.kind },
          { title: 'Error', of: ({ exchangeError }) => exchangeError },
        ]),
      ),
    )
    .command(
      'show <id>',
      'Show a connection',
      (y) => y.positional('id', idOf('BankConnection')),
      command(async ({ request, printer }, { id }) =>
        showConnection(printer, await request(BankConnectionDocument, { id })),
      ),
    )
    .command(
      'create',
      'Create a connection',
      (y) => y.options(fileOption),
      command(async ({ request, printer }, { file }) => {
        const input = (await objectInFile(file, 'the fields of a connection')) as CreateBankConnectionInput;
        showConnection(printer, await request(CreateBankConnectionDocument, { input }));
      }),
    )
    .command(
      'update <id>',
      'Change the given fields of a connection',
      (y) => y.positional('id', idOf('BankConnection')).options(fileOption),
      command(async ({ request, printer }, { id, file }) => {
        const input = (await objectInFile(file, 'the fields to change')) as UpdateBankConnectionInput;
        showConnection(printer, await request(UpdateBankConnectionDocument, { id, input }));
      }),
    )
    .command(
      'close <id>',
      'Close a connection whose payments are settled',
      (y) => y.positional('id', idOf('BankConnection')),
      command(async ({ request, printer }, { id }) =>
        showConnection(printer, await request(CloseBankConnectionDocument, { id })),
      ),
    )
    .command(
      'exchange <id>',
      'Send and fetch the files of a connection now',
      (y) => y.positional('id', idOf('BankConnection')),
      command(async ({ request, printer }, { id }) =>
        showConnection(printer, await request(ExchangeBankFilesDocument, { id })),
      ),
    )
    .command(
      'reconcile <id>',
      'Compare the statements of a connection with the ledger',
      (y) =>
        y.positional('id', idOf('BankConnection')).options({
          from: { type: 'string', requiresArg: true, describe: 'First day, YYYY-MM-DD. Default: 31 days' },
          to: { type: 'string', requiresArg: true, describe: 'Last day, YYYY-MM-DD. Default: today' },
        }),
      command(async ({ request, printer }, { id, from, to }) =>
        showReconciliation(
          printer,
          await request(BankReconciliationDocument, { connectionId: id, from: from ?? null, to: to ?? null }),
        ),
      ),
    ) as Cli;
}

function addFiles(cli: Cli, { command }: App): Cli {
  return cli
    .command(
      'files',
      'List files of both directions, newest first',
      (y) => y.options({ ...pageOptions, ...connectionOption, ...statusOption }),
      command(async ({ request, printer }, given) =>
        printer.list(await request(BankFilesDocument, { ...pageOf(given), filter: filterOf(given) }), [
          { title: 'Id', of: ({ id }) => id },
          { title: 'Direction', of: ({ direction }) => direction },
          { title: 'Kind', of: ({ kind }) => kind },
          { title: 'Status', of: ({ status }) => status },
          { title: 'Payments', of: ({ count }) => count, isRight: true },
          { title: 'Total', of: ({ total }) => moneyText(total), isRight: true },
          { title: 'Created', of: ({ createdAt }) => createdAt },
        ]),
      ),
    )
    .command(
      'release <id>',
      'Release a file in review; a second person releases it too',
      (y) => y.positional('id', idOf('BankFile')).options(commentOption),
      command(async ({ request, printer }, { id, comment }) =>
        showFile(printer, await request(ReleaseBankFileDocument, { id, comment: comment ?? null })),
      ),
    )
    .command(
      'cancel <id>',
      'Cancel a file that was not sent: its payments fail and are refunded',
      (y) => y.positional('id', idOf('BankFile')).options(commentOption),
      command(async ({ request, printer }, { id, comment }) =>
        showFile(printer, await request(CancelBankFileDocument, { id, comment: comment ?? null })),
      ),
    )
    .command(
      'dismiss <id>',
      'Dismiss a file of the bank that is in quarantine',
      (y) => y.positional('id', idOf('BankFile')).options(commentOption),
      command(async ({ request, printer }, { id, comment }) =>
        showFile(printer, await request(DismissBankFileDocument, { id, comment: comment ?? null })),
      ),
    ) as Cli;
}

function addDeposits(cli: Cli, { command }: App): Cli {
  return cli
    .command(
      'deposits',
      'List deposits that no account matched, newest first',
      (y) => y.options({ ...pageOptions, ...connectionOption, ...statusOption }),
      command(async ({ request, printer }, given) =>
        printer.list(
          await request(UnmatchedDepositsDocument, { ...pageOf(given), filter: filterOf(given) }),
          [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Status', of: ({ status }) => status },
            { title: 'Amount', of: ({ amount }) => moneyText(amount), isRight: true },
            { title: 'Depositor', of: ({ depositor }) => depositor?.name },
            { title: 'Remittance', of: ({ remittance }) => remittance },
          ],
        ),
      ),
    )
    .command(
      'assign <id>',
      'Credit a deposit to an account',
      (y) =>
        y.positional('id', idOf('UnmatchedDeposit')).options({
          ...commentOption,
          account: {
            type: 'string',
            demandOption: true,
            requiresArg: true,
            describe: 'InternalAccount:<uuid>',
          },
        }),
      command(async ({ request, printer }, { id, account, comment }) =>
        showDeposit(
          printer,
          await request(AssignUnmatchedDepositDocument, { id, accountId: account, comment: comment ?? null }),
        ),
      ),
    )
    .command(
      'return <id>',
      'Return a deposit to the account of its depositor',
      (y) => y.positional('id', idOf('UnmatchedDeposit')).options(commentOption),
      command(async ({ request, printer }, { id, comment }) =>
        showDeposit(printer, await request(ReturnUnmatchedDepositDocument, { id, comment: comment ?? null })),
      ),
    ) as Cli;
}

function addEntries(cli: Cli, { command }: App): Cli {
  return cli
    .command(
      'entries',
      'List entries of statements, newest first',
      (y) =>
        y.options({
          ...pageOptions,
          ...connectionOption,
          breaks: { type: 'boolean', default: false, describe: 'Only open breaks' },
        }),
      command(async ({ request, printer }, given) => {
        const filter = { ...filterOf(given), ...(given.breaks && { isOpenBreak: true }) };
        printer.list(await request(BankEntriesDocument, { ...pageOf(given), filter }), [
          { title: 'Id', of: ({ id }) => id },
          { title: 'Booked', of: ({ bookedOn }) => bookedOn },
          { title: 'Direction', of: ({ direction }) => direction },
          { title: 'Amount', of: ({ amount }) => moneyText(amount), isRight: true },
          { title: 'Kind', of: ({ kind }) => kind },
          { title: 'Break', of: ({ breakKind }) => breakKind },
          { title: 'Resolution', of: ({ resolution }) => resolution },
        ]);
      }),
    )
    .command(
      'resolve <id>',
      'Say what an entry was that no record explains',
      (y) =>
        y.positional('id', idOf('BankEntry')).options({
          resolution: {
            type: 'string',
            demandOption: true,
            requiresArg: true,
            describe: 'What the entry was',
          },
          fee: { type: 'boolean', default: false, describe: 'It was a fee or interest of the bank' },
          execution: {
            type: 'boolean',
            default: false,
            describe: 'The bank executed the payments that it names: with another amount, or not sent',
          },
        }),
      command(async ({ request, printer }, { id, resolution, fee, execution }) => {
        const given = { id, resolution, isBankFee: fee, isExecution: execution };
        const entry = await request(ResolveBankEntryDocument, given);
        printer.record(entry, [
          ['Id', entry.id],
          ['Amount', moneyText(entry.amount)],
          ['Resolution', entry.resolution],
          ['Resolved', entry.resolvedAt],
        ]);
      }),
    ) as Cli;
}

export function addBank(cli: Cli, app: App): void {
  cli.command('bank', 'Bank connections, their files, deposits and reconciliation', (group) =>
    [addConnections, addFiles, addDeposits, addEntries]
      .reduce((built, add) => add(built, app), group as Cli)
      .demandCommand(1, 'Name a command of bank.'),
  );
}

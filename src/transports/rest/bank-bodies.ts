/** Response bodies of bank files, entries and deposits. Connections and decisions of a list are read in one statement each. */
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { findConnections } from '../../rails/bank-connections/store.ts';
import { bankFileView } from '../../rails/bank-payments/bank-file-view.ts';
import type { BankFile } from '../../rails/bank-payments/bank-payment.ts';
import type { BankEntry } from '../../rails/bank-records/bank-entry.ts';
import { bankEntryView } from '../../rails/bank-records/bank-entry-view.ts';
import { decisionsOfAll } from '../../rails/decisions/store.ts';
import type { UnmatchedDeposit } from '../../rails/deposits/unmatched-deposit.ts';
import { unmatchedDepositView } from '../../rails/deposits/unmatched-deposit-view.ts';
import { identifiersFor } from './response-bodies.ts';
import type { Call } from './route.ts';

type RequestContext = Pick<Call<'platform'>, 'ports' | 'principal'>;

/** Returns a function that gives the currency of a record. */
async function currenciesOf(
  { ports, principal }: RequestContext,
  records: readonly { readonly connectionId: Id<'BankConnection'> }[],
) {
  const ids = [...new Set(records.map(({ connectionId }) => connectionId))];
  const found = ids.length > 0 ? await findConnections(ports.db.orm, principal.platform.id, ids) : [];
  const byId = new Map(found.map(({ id, currency }) => [id, currency]));
  return ({ connectionId }: { readonly connectionId: Id<'BankConnection'> }): string => {
    const currency = byId.get(connectionId);
    invariant(currency, 'the connection of a record exists');
    return currency;
  };
}

export async function bankFileBodies(call: RequestContext, files: readonly BankFile[]) {
  const { ports, principal } = call;
  const currencyOf = await currenciesOf(call, files);
  const ids = files.map(({ id }) => id);
  const decisions = await decisionsOfAll(ports.db.orm, principal.platform.id, ids);
  return files.map((file) => bankFileView(file, currencyOf(file), decisions.get(file.id) ?? []));
}

export const bankFileBody = async (file: BankFile, call: RequestContext) =>
  (await bankFileBodies(call, [file]))[0];

export async function bankEntryBodies(call: RequestContext, entries: readonly BankEntry[]) {
  const currencyOf = await currenciesOf(call, entries);
  const identifiers = identifiersFor(call.principal);
  return entries.map((entry) => bankEntryView(entry, currencyOf(entry), identifiers));
}

export const bankEntryBody = async (entry: BankEntry, call: RequestContext) =>
  (await bankEntryBodies(call, [entry]))[0];

export async function depositBodies(call: RequestContext, deposits: readonly UnmatchedDeposit[]) {
  const { ports, principal } = call;
  const ids = deposits.map(({ id }) => id);
  const decisions = await decisionsOfAll(ports.db.orm, principal.platform.id, ids);
  const identifiers = identifiersFor(principal);
  return deposits.map((deposit) =>
    unmatchedDepositView(deposit, decisions.get(deposit.id) ?? [], identifiers),
  );
}

export const depositBody = async (deposit: UnmatchedDeposit, call: RequestContext) =>
  (await depositBodies(call, [deposit]))[0];

/** Incoming credits, with a reference as payers write it. */
import { type BankState, bookSingle, nextNumber, recordBreak } from './bank-state.ts';
import type { Deposit, DepositForm, DepositInput } from './records.ts';

const inGroups = (reference: string): string => (reference.match(/.{1,4}/g) ?? []).join(' ');

/** How people type a reference. Other words are separated from it by a comma, a slash or a line. */
const spellings: readonly ((reference: string) => string)[] = [
  (reference) => reference,
  (reference) => inGroups(reference),
  (reference) => reference.toLowerCase(),
  (reference) => `Top-up, ${inGroups(reference).toLowerCase()}, thank you`,
  (reference) => `Invoice 4711 / ${reference} / November`,
];

/** The form in which the payer gives the reference; the bank may lose it. */
function formOf({ behaviours, account }: BankState, { reference, virtualIban }: DepositInput): DepositForm {
  if (behaviours.decide('loseReference', reference)) return 'NONE';
  if (reference === undefined) return virtualIban === undefined ? 'NONE' : 'VIRTUAL_IBAN';
  // ACH has no structured references.
  const isText = behaviours.decide('unstructuredReference', reference) !== undefined;
  return isText || account.iban === undefined ? 'UNSTRUCTURED' : 'STRUCTURED';
}

function bookedAmount({ behaviours }: BankState, { amount, reference }: DepositInput): bigint {
  const wrong = behaviours.decide('wrongDepositAmount', reference);
  if (!wrong) return amount;
  const limit = amount > 1n ? Number(amount < 1_000n ? amount - 1n : 999n) : 0;
  return amount + (wrong.amount ?? -BigInt(behaviours.random('wrongDepositAmount').between(0, limit)));
}

/** Books the deposit on the current day. One without a reference is a break, because the service cannot match it. */
export function receiveDeposit(state: BankState, input: DepositInput): Deposit {
  const { reference, virtualIban } = input;
  const form = formOf(state, input);
  const amount = bookedAmount(state, input);
  const spelling = state.behaviours.random('unstructuredReference').pick(spellings);
  const texts: Readonly<Record<DepositForm, string | undefined>> = {
    STRUCTURED: undefined,
    UNSTRUCTURED: reference === undefined ? undefined : spelling(reference),
    VIRTUAL_IBAN: 'Deposit',
    NONE: 'Deposit',
  };
  const entry = bookSingle(
    state,
    { kind: 'DEPOSIT', amount, mustHaveReference: form === 'NONE' },
    {
      endToEndId: `PAYER-${nextNumber(state, 'payer')}`,
      name: input.name,
      account: input.iban,
      reference: form === 'STRUCTURED' ? reference : undefined,
      remittance: texts[form],
      virtualIban: form === 'NONE' ? undefined : virtualIban,
    },
    `PARTY ${input.iban}`,
  );
  const { bankReference, date } = entry;
  if (form === 'NONE') recordBreak(state, 'UNMATCHED_DEPOSIT', bankReference, amount);
  const deposit = { bankReference, date, amount, requested: input.amount, form, reference, virtualIban };
  state.deposits.push(deposit);
  return deposit;
}

/** The explanation of the server as text. */
import { decimal, moneyText, type Printer } from '../output.ts';
import type { Explained, Step } from './explain-types.ts';

type Detail = readonly [label: string, value: string];

function ruleText({ verdict, limit, used, reserved, requested, currency }: Step['rules'][number]): string {
  const shown = (value: number) =>
    currency ? `${decimal(value, currency.decimals)} ${currency.code}` : String(value);
  return [
    verdict.toLowerCase().replaceAll('_', ' '),
    ...(requested === null ? [] : [`requested ${shown(requested)}`]),
    ...(limit === null ? [] : [`limit ${shown(limit)}`]),
    ...(used === null ? [] : [`used ${shown(used)}`]),
    ...(reserved === null ? [] : [`reserved ${shown(reserved)}`]),
  ].join(', ');
}

const rateDetails = ({ rate }: Step): Detail[] =>
  rate ? [['Rate', `${rate.exact} ${rate.sendingCurrency.code} per ${rate.receivingCurrency.code}`]] : [];

/** An exact value is in the smallest unit, as the API has it. */
const detailsOf = (step: Step): Detail[] => [
  ...step.amounts.map(({ name, value }): Detail => [name, moneyText(value)]),
  ...rateDetails(step),
  ...step.roundings.map(
    ({ name, exact, direction, rounded }): Detail => [
      name,
      `${exact} smallest units of ${rounded.currency.code}, rounded ${direction.toLowerCase()} to ${moneyText(rounded)}`,
    ],
  ),
  ...(step.policyVersion === null ? [] : [['Policy version', String(step.policyVersion)] as const]),
  ...step.rules.map((rule): Detail => [rule.rule, ruleText(rule)]),
  ...step.attempts.map(
    ({ at, responseStatus, durationMs, error }): Detail => [
      'Attempt',
      `${at} ${responseStatus === null ? (error ?? 'no response') : `HTTP ${responseStatus}`} in ${durationMs} ms`,
    ],
  ),
  ...(step.comment === null ? [] : [['Comment', step.comment] as const]),
  ...(step.references.length > 0 ? [['References', step.references.join(', ')] as const] : []),
];

function stepText(printer: Printer, step: Step): string {
  const head = printer.fields([[`${step.at}  ${step.kind}`, step.text]]);
  const details = detailsOf(step);
  if (details.length === 0) return head;
  return (
    head +
    printer
      .fields(details)
      .split('\n')
      .map((line) => (line === '' ? '' : `    ${line}\n`))
      .join('')
  );
}

export function explainedText(printer: Printer, transaction: Explained): string {
  const { sentAmount, receivedAmount, counterparty, customer, explanation } = transaction;
  const head = printer.fields([
    ['Transaction', transaction.id],
    ['Type', `${transaction.type} ${transaction.status}`],
    ['Sent', moneyText(sentAmount)],
    ['Received', moneyText(receivedAmount)],
    ['Counterparty', counterparty.displayName ?? counterparty.umaAddress],
    ['Customer', customer && `${customer.fullName ?? ''} (${customer.id})`],
    ['Description', transaction.description],
  ]);
  const steps = explanation.steps.map((step) => stepText(printer, step)).join('');
  const rest = explanation.isTruncated ? '\nMore webhooks: payments webhooks deliveries\n' : '';
  return `${head}\n${printer.heading('What happened')}${steps}${rest}`;
}

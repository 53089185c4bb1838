/** How much worse the price may be, where the action can still be approved after its quote has expired. */
import { TextInput } from '@mantine/core';
import { Time } from '../../components/time.tsx';
import type { ActionPartsFragment } from './approvals.documents.ts';

/** Whether the action waits longer than its quote. */
export const isLateApprovable = ({ quote, expiresAt }: ActionPartsFragment): boolean =>
  quote !== null && Date.parse(expiresAt) > Date.parse(quote.expiresAt);

/** Per cent with at most four decimals, so that the fraction has six. */
const percentPattern = /^(10([.]0{1,4})?|[0-9]([.][0-9]{1,4})?)$/;

export const percentProblem = (percent: string): string | undefined =>
  percent.trim() === '' || percentPattern.test(percent.trim())
    ? undefined
    : 'Enter a number from 0 to 10 with at most 4 decimals.';

/** The tolerance of the API. Digits are moved, not computed, so that nothing is rounded. */
export function toleranceIn(percent: string): { readonly maxSlippage: string } | null {
  const text = percent.trim();
  if (text === '' || percentProblem(text)) return null;
  const [whole = '0', decimals = ''] = text.split('.');
  const digits = `${whole.padStart(3, '0')}${decimals}`;
  const fraction = digits.slice(1).replace(/0+$/, '');
  return { maxSlippage: `${digits.slice(0, 1)}${fraction && `.${fraction}`}` };
}

/** A fraction of the API in per cent, for example `1.5 %`. */
export function percentText(fraction: string): string {
  const percent = Number(fraction) * 100;
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 }).format(percent)} %`;
}

export function ToleranceField({
  action,
  percent,
  onChange,
}: {
  readonly action: ActionPartsFragment;
  readonly percent: string;
  readonly onChange: (percent: string) => void;
}) {
  return (
    <TextInput
      label="Accept a price that is worse by up to, in % (optional)"
      description={
        <>
          The price of the quote holds until <Time at={action.quote?.expiresAt ?? action.expiresAt} />. Then
          the payment is priced again, and sent only within this tolerance. Without one it fails.
        </>
      }
      inputMode="decimal"
      maw={420}
      value={percent}
      error={percentProblem(percent)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

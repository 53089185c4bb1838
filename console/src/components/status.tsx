/** Statuses as text in a colour, never by colour alone. */
import classes from './values.module.css';

type Tone = 'neutral' | 'progress' | 'waiting' | 'good' | 'bad';

const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  APPROVED: 'good',
  CLOSED: 'neutral',
  COMPLETED: 'good',
  CONNECTED: 'good',
  CREATED: 'progress',
  DELIVERED: 'good',
  EXPIRED: 'neutral',
  FAILED: 'bad',
  FROZEN: 'bad',
  IN_PROGRESS: 'progress',
  NOT_CONNECTED: 'waiting',
  PAUSED: 'waiting',
  PENDING: 'waiting',
  PENDING_APPROVAL: 'waiting',
  PENDING_MANUAL_REVIEW: 'waiting',
  PROCESSING: 'progress',
  READY_FOR_VERIFICATION: 'progress',
  REFUNDED: 'neutral',
  REJECTED: 'bad',
  RESOLVE_ERRORS: 'waiting',
  UNDER_REVIEW: 'waiting',
};

/** Codes whose own words say little to a person. */
const phrases: Readonly<Record<string, string>> = {
  EMBEDDED_WALLET: 'Wallet',
  INTERNAL_CRYPTO: 'Stablecoin account',
  INTERNAL_FIAT: 'Currency account',
};

/** `PENDING_APPROVAL` as `Pending approval`. */
export function words(code: string): string {
  const phrase = phrases[code];
  if (phrase !== undefined) return phrase;
  const text = code.replaceAll('_', ' ').toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function Status({ value }: { readonly value: string }) {
  return <span className={`${classes.status} ${classes[tones[value] ?? 'neutral']}`}>{words(value)}</span>;
}

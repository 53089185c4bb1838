/** Statuses as text in a colour, never by colour alone. */
import classes from './values.module.css';

type Tone = 'neutral' | 'progress' | 'waiting' | 'good' | 'bad';

const tones: Readonly<Record<string, Tone>> = {
  ACCEPTED: 'good',
  ACTIVE: 'good',
  APPROVED: 'good',
  ASSIGNED: 'good',
  CANCELLED: 'neutral',
  CLEARED: 'good',
  CLOSED: 'neutral',
  COMPLETED: 'good',
  CONFIRMED: 'bad',
  CONNECTED: 'good',
  CREATED: 'progress',
  DELIVERED: 'good',
  EXPIRED: 'neutral',
  DISMISSED: 'neutral',
  FAILED: 'bad',
  FROZEN: 'bad',
  IN_FILE: 'progress',
  IN_PROGRESS: 'progress',
  IN_REVIEW: 'waiting',
  NOT_CONNECTED: 'waiting',
  OPEN: 'waiting',
  PARTIALLY_ACCEPTED: 'waiting',
  PAUSED: 'waiting',
  PENDING: 'waiting',
  PENDING_APPROVAL: 'waiting',
  PENDING_MANUAL_REVIEW: 'waiting',
  PROCESSING: 'progress',
  QUARANTINED: 'bad',
  READY: 'progress',
  READY_FOR_VERIFICATION: 'progress',
  RECEIVED: 'progress',
  RECORDED: 'good',
  REFUNDED: 'neutral',
  REJECTED: 'bad',
  RESOLVE_ERRORS: 'waiting',
  RETURNED: 'neutral',
  SENT: 'progress',
  STAGED: 'progress',
  UNDER_REVIEW: 'waiting',
  WAITING: 'waiting',
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

export function Status({
  value,
  tone = tones[value] ?? 'neutral',
}: {
  readonly value: string;
  /** For a status that means something else than in most records. */
  readonly tone?: Tone;
}) {
  return <span className={`${classes.status} ${classes[tone]}`}>{words(value)}</span>;
}

/** A bar of a limit: what is used of it, and what is reserved. */
import classes from './limit-bar.module.css';

/** The part of the limit in percent. A limit of 0 is exceeded by any part. */
const shareOf = (part: number, limit: number): number =>
  limit <= 0 ? (part > 0 ? 100 : 0) : Math.min(100, Math.max(0, (part / limit) * 100));

export function LimitBar({
  label,
  summary,
  used,
  reserved,
  limit,
}: {
  readonly label: string;
  /** The numbers as a text, for screen readers. */
  readonly summary: string;
  readonly used: number;
  readonly reserved: number;
  readonly limit: number;
}) {
  const usedShare = shareOf(used, limit);
  const reservedShare = Math.min(100 - usedShare, shareOf(reserved, limit));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot show two parts.
    <div
      className={classes.bar}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(usedShare + reservedShare)}
      aria-valuetext={summary}
      data-exceeded={used + reserved > limit || undefined}
    >
      <span className={classes.used} style={{ width: `${usedShare}%` }} />
      <span className={classes.reserved} style={{ width: `${reservedShare}%` }} />
    </div>
  );
}

/** Ids and other texts that people paste elsewhere. */
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { useEffect, useState } from 'react';
import classes from './values.module.css';

const shownMs = 1_500;

/** Copies a text, and says for a moment that it did. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return { isCopied, copy };
}

/** `Transaction:0198…` without its type and with its last characters, which differ between ids of one day. */
const shortened = (id: string): string => {
  const uuid = id.slice(id.indexOf(':') + 1);
  return uuid.length > 12 ? `…${uuid.slice(-12)}` : uuid;
};

export function CopyableId({ id, isFull = false }: { readonly id: string; readonly isFull?: boolean }) {
  const { isCopied, copy } = useCopy();
  const Icon = isCopied ? CheckIcon : CopyIcon;
  return (
    <button
      type="button"
      className={classes.id}
      title={id}
      aria-label={isCopied ? `Copied ${id}` : `Copy ${id}`}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        copy(id);
      }}
    >
      <span className={classes.idText}>{isFull ? id : shortened(id)}</span>
      <Icon className={classes.idIcon} aria-hidden />
    </button>
  );
}

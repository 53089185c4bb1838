/** A list of texts, one in each line. */
import { Textarea } from '@mantine/core';
import classes from './values.module.css';

/** The texts of a list, without empty lines. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function TextLines({
  label,
  description,
  placeholder,
  disabled = false,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly description: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Textarea
      label={label}
      description={description}
      placeholder={placeholder ?? ''}
      className={classes.code ?? ''}
      disabled={disabled}
      autosize
      minRows={2}
      maxRows={10}
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

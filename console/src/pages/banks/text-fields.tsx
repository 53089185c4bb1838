/** Fields of a part of the form of a connection, each with the message of its path. */
import { Textarea, TextInput } from '@mantine/core';
import classes from './banks.module.css';

export interface FieldText {
  readonly label: string;
  readonly description?: string;
  readonly maxLength: number;
  readonly isRequired?: boolean;
  /** Never shown again once it is saved. */
  readonly kind?: 'secret' | 'key';
}

export function TextFields<Name extends string>({
  names,
  texts,
  values,
  isDisabled = false,
  errorOf,
  onChange,
}: {
  readonly names: readonly Name[];
  readonly texts: Readonly<Record<Name, FieldText>>;
  readonly values: Readonly<Record<Name, string>>;
  readonly isDisabled?: boolean;
  readonly errorOf: (name: Name) => string | undefined;
  readonly onChange: (name: Name, value: string) => void;
}) {
  return (
    <div className={classes.fields}>
      {names.map((name) => {
        const { label, description, maxLength, isRequired = false, kind } = texts[name];
        const shared = {
          label,
          description,
          maxLength,
          required: isRequired,
          disabled: isDisabled,
          autoComplete: 'off',
          value: values[name],
          error: errorOf(name),
          onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
            onChange(name, event.currentTarget.value),
        };
        if (kind === 'secret')
          return <TextInput key={name} {...shared} type="password" autoComplete="new-password" />;
        if (kind === 'key')
          return <Textarea key={name} {...shared} autosize minRows={2} maxRows={6} spellCheck={false} />;
        return <TextInput key={name} {...shared} />;
      })}
    </div>
  );
}

/** The rules of a policy that a person edits here. Lists, corridors and times are set over the API, and stay. */
import { Stack, Switch, TextInput } from '@mantine/core';
import classes from './agents.module.css';
import type { PolicyDraft } from './policy-draft.ts';

export function RuleFields({
  draft,
  errorOf,
  onChange,
}: {
  readonly draft: PolicyDraft;
  /** The message of a path of the policy. */
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (draft: PolicyDraft) => void;
}) {
  const numberField = (
    name: 'perMinute' | 'cooldown' | 'share',
    label: string,
    path: string,
    placeholder = 'No limit',
  ) => (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={draft[name]}
      error={errorOf(path)}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="sm">
      <div className={classes.fields}>
        {numberField('perMinute', 'Payments each minute', 'rules.maxActionsPerMinute')}
        {numberField('share', 'At most % of the balance', 'rules.maxBalanceShare')}
        {numberField('cooldown', 'Minutes of pause after a rejection', 'rules.cooldownMinutes', 'No pause')}
      </div>
      <Switch
        label="Each payment needs a description"
        checked={draft.requireDescription}
        onChange={(event) => onChange({ ...draft, requireDescription: event.currentTarget.checked })}
      />
      <Switch
        label="A person approves the first payment to each payee"
        checked={draft.onlyApproved}
        onChange={(event) => onChange({ ...draft, onlyApproved: event.currentTarget.checked })}
      />
    </Stack>
  );
}

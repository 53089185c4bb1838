/** Who must approve actions of agents, how often, and who is notified of those that wait. */
import { Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useData } from '../../api/hooks.ts';
import { useOperation } from '../../api/operation.ts';
import { messageAt } from '../../api/problem.ts';
import { formatMoney, useCurrencies, useCurrencyOf } from '../../components/money.tsx';
import { LoadingRows, ProblemNotice, RoleNotice } from '../../components/notices.tsx';
import { DetailList, Section } from '../../components/page.tsx';
import { TextLines } from '../../components/text-lines.tsx';
import { useRole } from '../../session/session.tsx';
import {
  draftOf,
  minutesText,
  type RulesDraft,
  rulesInput,
  type ThresholdDraft,
  thresholdDraft,
} from './rules-draft.ts';
import {
  ApprovalRuleSettingsDocument,
  type RulesPartsFragment,
  SetApprovalRulesDocument,
} from './settings.documents.ts';
import classes from './settings.module.css';
import { SettingsPage } from './settings-page.tsx';

type ErrorOf = (path: string) => string | undefined;

function Thresholds({
  name,
  path,
  rows,
  withApprovals,
  errorOf,
  onChange,
}: {
  /** Begins the names of the fields. */
  readonly name: string;
  readonly path: string;
  readonly rows: readonly ThresholdDraft[];
  readonly withApprovals: boolean;
  readonly errorOf: ErrorOf;
  readonly onChange: (rows: readonly ThresholdDraft[]) => void;
}) {
  const currencies = useCurrencies();
  const change = (index: number, part: Partial<ThresholdDraft>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <Stack gap="sm">
      {rows.map((row, index) => (
        <fieldset key={row.key} className={classes.row} aria-label={`${name} ${index + 1}`}>
          <TextInput
            label="Above"
            inputMode="decimal"
            w={150}
            maxLength={40}
            value={row.amount}
            error={errorOf(`${path}.${index}.amount`)}
            onChange={(event) => change(index, { amount: event.currentTarget.value })}
          />
          <Select
            label="Currency"
            w={110}
            searchable
            allowDeselect={false}
            data={currencies.map(({ code }) => code)}
            value={row.currency}
            error={errorOf(`${path}.${index}.currency`)}
            onChange={(value) => change(index, { currency: value ?? row.currency })}
          />
          {withApprovals && (
            <TextInput
              label="Approvals"
              type="number"
              min={1}
              max={10}
              w={110}
              value={row.approvals}
              error={errorOf(`${path}.${index}.requiredApprovals`)}
              onChange={(event) => change(index, { approvals: event.currentTarget.value })}
            />
          )}
          <Button
            variant="default"
            aria-label={`Remove ${name.toLowerCase()} ${index + 1}`}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            onChange([...rows, thresholdDraft({ currency: 'USD', approvals: withApprovals ? '2' : '' })])
          }
        >
          Add {name.toLowerCase()}
        </Button>
      </div>
    </Stack>
  );
}

function Notifications({
  draft,
  slackHost,
  errorOf,
  onChange,
}: {
  readonly draft: RulesDraft;
  readonly slackHost: string | null;
  readonly errorOf: ErrorOf;
  readonly onChange: (part: Partial<RulesDraft>) => void;
}) {
  return (
    <Stack gap="md" className={classes.form ?? ''}>
      <Switch
        label="Send an e-mail to members who may approve"
        checked={draft.notifyApprovers}
        onChange={(event) => onChange({ notifyApprovers: event.currentTarget.checked })}
      />
      <TextLines
        label="Other e-mail addresses"
        description="One in each line, at most 20"
        value={draft.emails}
        error={errorOf('notifications.emails')}
        onChange={(emails) => onChange({ emails })}
      />
      <TextInput
        label="Slack webhook"
        description={
          slackHost === null
            ? 'The address of an incoming webhook of Slack, or of what accepts its messages'
            : `Messages are sent to ${slackHost}. The address is secret: enter another one to replace it.`
        }
        placeholder="https://hooks.slack.com/services/…"
        type="url"
        autoComplete="off"
        disabled={draft.removesSlack}
        value={draft.slackUrl}
        error={errorOf('notifications.slackWebhookUrl')}
        onChange={(event) => onChange({ slackUrl: event.currentTarget.value })}
      />
      {slackHost !== null && (
        <Switch
          label="Send no more messages to Slack"
          checked={draft.removesSlack}
          onChange={(event) => onChange({ removesSlack: event.currentTarget.checked, slackUrl: '' })}
        />
      )}
    </Stack>
  );
}

function Editor({ rules, onSaved }: { readonly rules: RulesPartsFragment; readonly onSaved: () => void }) {
  const currencyOf = useCurrencyOf();
  const { run, isRunning, problem } = useOperation(SetApprovalRulesDocument);
  const [draft, setDraft] = useState(() => draftOf(rules, currencyOf));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaved, setSaved] = useState(false);
  const errorOf: ErrorOf = (path) => errors[path] ?? messageAt(problem, path);
  const change = (part: Partial<RulesDraft>) => {
    setSaved(false);
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const result = rulesInput(draft, currencyOf);
    setErrors('errors' in result ? result.errors : {});
    if ('errors' in result) return;
    const { record } = await run({ input: result.input });
    if (!record) return;
    setDraft(draftOf(record, currencyOf));
    setSaved(true);
    onSaved();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="lg">
        <Section title="Every action">
          <Stack gap="md">
            <TextInput
              label="Required approvals"
              description="How many people must approve an action that waits, 1 to 10"
              type="number"
              min={1}
              max={10}
              maw={420}
              value={draft.requiredApprovals}
              error={errorOf('requiredApprovals')}
              onChange={(event) => change({ requiredApprovals: event.currentTarget.value })}
            />
            <Switch
              label="A decision needs a comment"
              checked={draft.requireComment}
              onChange={(event) => change({ requireComment: event.currentTarget.checked })}
            />
            <Switch
              label="Who set up an agent or its policy cannot approve its actions"
              checked={draft.preventSelfApproval}
              onChange={(event) => change({ preventSelfApproval: event.currentTarget.checked })}
            />
            <TextInput
              label="Minutes for late approvals"
              description="How long an action waits after its quote has expired, for an approver who accepts a worse price. 0: it fails with its quote"
              type="number"
              min={0}
              max={1440}
              maw={420}
              value={draft.lateApprovalMinutes}
              error={errorOf('lateApprovalSeconds')}
              onChange={(event) => change({ lateApprovalMinutes: event.currentTarget.value })}
            />
          </Stack>
        </Section>
        <Section title="Larger amounts">
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              Above an amount, more people must approve. The highest number applies. Amounts of other
              currencies are not converted.
            </Text>
            <Thresholds
              name="Threshold"
              path="thresholds"
              rows={draft.thresholds}
              withApprovals
              errorOf={errorOf}
              onChange={(thresholds) => change({ thresholds })}
            />
          </Stack>
        </Section>
        <Section title="Passkey for large amounts">
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              Above an amount, a member who approves proves again who it is.
            </Text>
            <Thresholds
              name="Passkey threshold"
              path="stepUpAbove"
              rows={draft.stepUpAbove}
              withApprovals={false}
              errorOf={errorOf}
              onChange={(stepUpAbove) => change({ stepUpAbove })}
            />
          </Stack>
        </Section>
        <Section title="Notifications">
          <Notifications
            draft={draft}
            slackHost={rules.notifications.slackWebhookHost}
            errorOf={errorOf}
            onChange={change}
          />
        </Section>
        <ProblemNotice problem={problem} />
        <Group justify="flex-end">
          {isSaved && (
            <Text size="sm" role="status">
              Saved. The rules apply to actions that wait, too.
            </Text>
          )}
          <Button type="submit" loading={isRunning}>
            Save rules
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Summary({ rules }: { readonly rules: RulesPartsFragment }) {
  const currencyOf = useCurrencyOf();
  const textOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }) =>
    formatMoney({ amount, currency: currencyOf(currency) });
  const { notifications } = rules;
  return (
    <Section title="Rules">
      <DetailList
        details={[
          { label: 'Required approvals', value: rules.requiredApprovals },
          { label: 'A decision needs a comment', value: rules.requireComment ? 'Yes' : 'No' },
          {
            label: 'Who set up an agent can approve its actions',
            value: rules.preventSelfApproval ? 'No' : 'Yes',
          },
          {
            label: 'Late approvals',
            value: rules.lateApprovalSeconds > 0 ? `${minutesText(rules.lateApprovalSeconds)} minutes` : 'No',
          },
          {
            label: 'Larger amounts',
            value: rules.thresholds
              .map((one) => `${one.requiredApprovals} approvals above ${textOf(one)}`)
              .join(', '),
          },
          { label: 'Passkey above', value: rules.stepUpAbove.map(textOf).join(', ') },
          {
            label: 'Notified by e-mail',
            value: [...(notifications.notifyApprovers ? ['Approvers'] : []), ...notifications.emails].join(
              ', ',
            ),
          },
          { label: 'Notified in Slack', value: notifications.slackWebhookHost },
        ]}
      />
    </Section>
  );
}

export function Component() {
  const [mayManage, mayTransact] = [useRole('MANAGE'), useRole('TRANSACT')];
  const { data, problem, isLoading, reload } = useData(ApprovalRuleSettingsDocument, {});
  const rules = data?.platformConfig.approvals;
  const mayChange = mayManage && mayTransact;
  return (
    <SettingsPage title="Approval rules">
      {!mayChange && <RoleNotice roles={['MANAGE', 'TRANSACT']} purpose="change the approval rules" />}
      <ProblemNotice problem={problem} onRetry={reload} />
      {isLoading && <LoadingRows count={4} height={72} />}
      {rules && (mayChange ? <Editor rules={rules} onSaved={reload} /> : <Summary rules={rules} />)}
    </SettingsPage>
  );
}

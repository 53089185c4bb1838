/** The prices of an action after its quote had expired: the old figures, the new ones, and what followed. */
import { Alert, Text } from '@mantine/core';
import { Money } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import type { ActionPartsFragment, FiguresPartsFragment } from './approvals.documents.ts';
import classes from './approvals.module.css';
import { percentText } from './tolerance-field.tsx';

const outcomeTexts: Readonly<Record<string, string>> = {
  ACCEPTED: 'Within the tolerance, and sent.',
  OUTSIDE_TOLERANCE: 'Outside the tolerance. The action waits for approvals of the new figures.',
  APPROVALS_MISSING:
    'The new amount needs more approvals. The action waits for approvals of the new figures.',
  LIMIT_EXCEEDED: 'The new amount exceeded a limit of the agent.',
};

function Figures({ name, figures }: { readonly name: string; readonly figures: FiguresPartsFragment }) {
  const { sendingAmount, receivingAmount, fees, exchangeRate } = figures;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Money value={sendingAmount} />
      </td>
      <td>
        <Money value={receivingAmount} />
      </td>
      <td>
        <Money value={{ amount: fees, currency: sendingAmount.currency }} />
      </td>
      <td>{exchangeRate}</td>
    </tr>
  );
}

export function Repricings({ action }: { readonly action: ActionPartsFragment }) {
  const { repricings, status } = action;
  return (
    <Section title="Prices">
      {status === 'PENDING_APPROVAL' && (
        <Alert color="yellow" variant="light" role="status" mb="sm">
          The payment was priced again. Approve the new figures, or reject them.
        </Alert>
      )}
      {repricings.map(({ createdAt, outcome, slippage, before, after }) => (
        <div key={createdAt} className={classes.repricing}>
          <Text size="sm">
            <Time at={createdAt} />: {percentText(slippage.replace('-', ''))}{' '}
            {slippage.startsWith('-') ? 'better' : 'worse'}. {outcomeTexts[outcome]}
          </Text>
          <table className={classes.figures}>
            <thead>
              <tr>
                <td />
                <th scope="col">Sent</th>
                <th scope="col">Received</th>
                <th scope="col">Fees</th>
                <th scope="col">Rate</th>
              </tr>
            </thead>
            <tbody>
              <Figures name="Before" figures={before} />
              <Figures name="After" figures={after} />
            </tbody>
          </table>
        </div>
      ))}
    </Section>
  );
}

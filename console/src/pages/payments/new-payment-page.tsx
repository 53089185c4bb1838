/** A new payment: what to send, the quote to review, and its execution. The same key makes a repeated click one payment. */
import { Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { client } from '../../api/client.ts';
import { useOperation } from '../../api/operation.ts';
import { type Problem, problemIn, problemOf } from '../../api/problem.ts';
import { parseAmount } from '../../components/decimal-input.ts';
import { useCurrencies } from '../../components/money.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { Page, Section } from '../../components/page.tsx';
import { type Draft, type DraftErrors, emptyDraft, errorsIn, fieldsOfPaths, quoteInput } from './draft.ts';
import type { QuotePartsFragment } from './new-payment.documents.ts';
import { ExecuteNewQuoteDocument, NewQuoteDocument, ReceiverOfDocument } from './new-payment.documents.ts';
import { platformPayer } from './payer-select.tsx';
import { PaymentForm } from './payment-form.tsx';
import { ReviewQuote } from './review-quote.tsx';
import { receiverText, useParties } from './use-parties.ts';

/** Messages of the service, by the field of the form. Those of other paths are shown above the form. */
function fieldErrorsOf(problem: Problem | undefined): { fields: DraftErrors; rest: readonly string[] } {
  const fields: Partial<Record<keyof Draft, string>> = {};
  const rest: string[] = [];
  for (const [path, message] of problem?.fields ?? []) {
    const field = fieldsOfPaths[path];
    if (field) fields[field] = message;
    else rest.push(`${path}: ${message}`);
  }
  return { fields, rest };
}

export function Component() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const currencies = useCurrencies();
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, payer: parameters.get('payer') ?? '' });
  const [errors, setErrors] = useState<DraftErrors>({});
  const [lookupProblem, setLookupProblem] = useState<Problem>();
  const [quote, setQuote] = useState<QuotePartsFragment>();
  const quoting = useOperation(NewQuoteDocument);
  const executing = useOperation(ExecuteNewQuoteDocument);
  const executionKey = useRef('');
  const parties = useParties(draft.payer);

  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(changes, name))),
    );
  };
  const source = parties.sources.find(({ id }) => id === draft.source);
  const destination = parties.receivers.find(({ id }) => id === draft.destination);
  const receivingCode = draft.receiver === 'account' ? destination?.currency : draft.umaCurrency;
  const currency =
    draft.side === 'SENDING'
      ? source?.availableBalance.currency
      : currencies.find(({ code }) => code === receivingCode);

  const getQuote = async () => {
    const found = errorsIn(draft, currency);
    setErrors(found);
    setLookupProblem(undefined);
    if (Object.keys(found).length > 0) return;
    if (!currency) {
      setErrors({
        [draft.receiver === 'uma' ? 'umaCurrency' : 'side']: 'Choose the currency of the amount.',
      });
      return;
    }
    const amount = parseAmount(draft.amount, currency);
    if (typeof amount === 'string') return;
    let lookupId: string | undefined;
    if (draft.receiver === 'uma') {
      try {
        const input = {
          uma: {
            receiverUmaAddress: draft.umaAddress.trim(),
            ...(draft.payer !== platformPayer && { senderCustomerId: draft.payer }),
          },
        };
        const { receiverLookup } = await client.execute(ReceiverOfDocument, { input });
        const problem = problemIn(receiverLookup);
        if (problem) return setLookupProblem(problem);
        if (receiverLookup.__typename === 'ReceiverLookup') lookupId = receiverLookup.lookupId;
      } catch (error) {
        return setLookupProblem(problemOf(error));
      }
    }
    const { record } = await quoting.run({ input: quoteInput(draft, amount, lookupId) });
    if (record?.__typename === 'Quote') {
      executionKey.current = crypto.randomUUID();
      executing.clear();
      setQuote(record);
    }
  };

  const execute = async (signature: string | undefined) => {
    if (!quote) return;
    const { record } = await executing.run({
      quoteId: quote.id,
      idempotencyKey: executionKey.current,
      ...(signature !== undefined && { signature }),
    });
    if (record?.__typename === 'Transaction') void navigate(`/payments/${record.id}`, { replace: true });
  };

  const { fields, rest } = fieldErrorsOf(quoting.problem);
  const errorOf = (name: keyof Draft) => errors[name] ?? fields[name];
  const hasFieldErrors = quoting.problem && quoting.problem.fields.size > rest.length;
  const receiverName =
    draft.receiver === 'uma'
      ? draft.umaAddress
      : (destination && receiverText(destination)) || draft.destination;

  if (quote) {
    return (
      <Page title="New payment" back={{ to: '/payments', label: 'Payments' }}>
        <ReviewQuote
          key={quote.id}
          quote={quote}
          receiver={receiverName}
          isRunning={executing.isRunning || quoting.isRunning}
          problem={executing.problem ?? quoting.problem}
          onExecute={(signature) => void execute(signature)}
          onRenew={() => void getQuote()}
          onEdit={() => setQuote(undefined)}
        />
      </Page>
    );
  }
  return (
    <Page title="New payment" back={{ to: '/payments', label: 'Payments' }}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void getQuote();
        }}
      >
        <Section title="What to send">
          <PaymentForm
            draft={draft}
            parties={parties}
            currency={currency}
            isRunning={quoting.isRunning}
            errorOf={errorOf}
            onChange={change}
            problems={
              <>
                {!hasFieldErrors && <ProblemNotice problem={quoting.problem} />}
                <ProblemNotice problem={lookupProblem} title="The receiver could not be looked up" />
                <ProblemNotice problem={parties.problem} title="The accounts could not be loaded" />
                {rest.map((line) => (
                  <Text key={line} c="red" size="sm" role="alert">
                    {line}
                  </Text>
                ))}
              </>
            }
          />
        </Section>
      </form>
    </Page>
  );
}

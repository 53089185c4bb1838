/** What all pages need: the currencies and their decimals. Amounts are shown only when these are known. */
import { Center, Loader } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useData } from '../api/hooks.ts';
import { CurrenciesProvider } from '../components/money.tsx';
import { ProblemNotice } from '../components/notices.tsx';
import { BasicsDocument } from './basics.documents.ts';

export function BasicsProvider({ children }: { readonly children: ReactNode }) {
  const { data, problem, reload } = useData(BasicsDocument, {});
  const currencies = useMemo(
    () => data && new Map(data.currencies.map((currency) => [currency.code, currency])),
    [data],
  );
  if (currencies) return <CurrenciesProvider value={currencies}>{children}</CurrenciesProvider>;
  return (
    <Center mih="100dvh">
      {problem ? <ProblemNotice problem={problem} onRetry={reload} /> : <Loader aria-label="Loading" />}
    </Center>
  );
}

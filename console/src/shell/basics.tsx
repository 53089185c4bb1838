/** What all pages need: the currencies and their decimals, and the clock of a sandbox. Pages are shown when these are known. */
import { type ReactNode, useMemo } from 'react';
import { useData } from '../api/hooks.ts';
import { CurrenciesProvider } from '../components/money.tsx';
import { LoadingRows, ProblemNotice } from '../components/notices.tsx';
import { ClockOffsetProvider } from '../components/time.tsx';
import { BasicsDocument } from './basics.documents.ts';

export function BasicsProvider({ children }: { readonly children: ReactNode }) {
  const { data, problem, reload } = useData(BasicsDocument, {});
  const currencies = useMemo(
    () => data && new Map(data.currencies.map((currency) => [currency.code, currency])),
    [data],
  );
  const offset = useMemo(
    () => (data?.sandboxClock ? new Date(data.sandboxClock.now).getTime() - Date.now() : 0),
    [data],
  );
  if (currencies) {
    return (
      <CurrenciesProvider value={currencies}>
        <ClockOffsetProvider value={offset}>{children}</ClockOffsetProvider>
      </CurrenciesProvider>
    );
  }
  return problem ? <ProblemNotice problem={problem} onRetry={reload} /> : <LoadingRows />;
}

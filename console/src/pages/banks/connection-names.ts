/** The connections by name, for filters. */
import { useData } from '../../api/hooks.ts';
import { ConnectionNamesDocument, type ConnectionNamesQuery } from './connections.documents.ts';

export type NamedConnection = ConnectionNamesQuery['bankConnections']['nodes'][number];

/** Undefined until they are loaded. Platforms have one or a few for each currency. */
export function useConnectionNames(): readonly NamedConnection[] | undefined {
  return useData(ConnectionNamesDocument, {}, { types: ['BankConnection'] }).data?.bankConnections.nodes;
}

export const connectionLabel = ({ name, currency, status }: NamedConnection): string =>
  `${name} · ${currency.code}${status === 'CLOSED' ? ' · closed' : ''}`;

export const labelsOf = (connections: readonly NamedConnection[] = []): Readonly<Record<string, string>> =>
  Object.fromEntries(connections.map((one) => [one.id, connectionLabel(one)]));

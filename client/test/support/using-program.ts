/** A program that uses the packed package. */
/** The source of a module: its `use` pays, and returns the status of the first update of the payment, over each transport. */
export const useClient = `
import { createClient } from '@payments-platform/client';
import { TransactionUpdatedDocument, TransferOutDocument } from '@payments-platform/client/operations';

export async function use({ url, token, input, transports }) {
  const client = createClient({ url, token });
  const { eventCursor } = await client.execute('{ eventCursor }');
  const { transferOut } = await client.execute(TransferOutDocument, { input });
  const statuses = [];
  for (const transport of transports) {
    const variables = { transactionId: transferOut.id, after: eventCursor };
    for await (const { transactionUpdated } of client.subscribe(TransactionUpdatedDocument, variables, { transport })) {
      statuses.push(transactionUpdated.status);
      break;
    }
  }
  client.close();
  return statuses;
}
`;

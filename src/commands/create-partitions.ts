/** `npm run partitions:create`: makes the partitions that are missing, also of large tables. */
import { z } from 'zod';
import { createPartitions } from '../operations/partitions/create-partitions.ts';
import { operationCommand } from './command.ts';

export const createPartitionsCommand = operationCommand({
  usage: 'npm run partitions:create',
  input: z.object({}),
  perform: async ({ db, clock }) => ({ ...(await createPartitions(db, clock.real(), { large: true })) }),
});

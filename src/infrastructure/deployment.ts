/** What the database remembers of the whole deployment, however many processes it has. */

import { invariant } from '../kernel/errors.ts';
import type { Database } from './database/client.ts';
import { deployment } from './tables.ts';

/** Tells this deployment from others. */
export async function deploymentUid(db: Database): Promise<string> {
  const [row] = await db.orm.select({ uid: deployment.uid }).from(deployment);
  invariant(row, 'a database that was started with knows its deployment');
  return row.uid;
}

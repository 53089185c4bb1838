/** The identity of the deployment: all processes on one database. */
import { invariant } from '../kernel/errors.ts';
import type { Database } from './database/client.ts';
import { deployment } from './tables.ts';

/** The unique id of this deployment. */
export async function deploymentUid(db: Database): Promise<string> {
  const [row] = await db.orm.select({ uid: deployment.uid }).from(deployment);
  invariant(row, 'a database has a deployment row after the first start');
  return row.uid;
}

/** Makes faults on request over the API. */

import { createApp } from '../../src/app.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { startServer } from '../../src/server.ts';
import { sendQuery } from './graphql-client.ts';
import { basic, type Service } from './service.ts';

const fields =
  'id kind target operation tokenId eventType delayMs retryAfterSeconds hidden remaining appliedCount createdAt expiresAt';

export interface MadeFault {
  readonly id: string;
  readonly remaining: number | null;
  readonly appliedCount: number;
  readonly [field: string]: unknown;
}

export const SandboxFault = `mutation ($input: SandboxFaultInput!) { sandboxFault(input: $input) {
  __typename ... on SandboxFault { ${fields} } ... on ServiceError { errorCode message httpStatus reason }
  ... on InvalidInputError { fields { path message } } } }`;

/** Makes a fault. Throws when it is rejected. */
export async function aFault(
  service: Service,
  input: Readonly<Record<string, unknown>>,
  authorization = basic(service.platform.token),
): Promise<MadeFault> {
  const { body } = await sendQuery(service, SandboxFault, { input }, { authorization });
  if (body.data?.sandboxFault.__typename !== 'SandboxFault') throw new Error(JSON.stringify(body));
  const { __typename, ...made } = body.data.sandboxFault;
  return made;
}

/** The faults of the platform. */
export async function faultsOf(
  service: Service,
  authorization = basic(service.platform.token),
): Promise<MadeFault[]> {
  const { body } = await sendQuery(service, `{ sandboxFaults { ${fields} } }`, {}, { authorization });
  return body.data.sandboxFaults;
}

/**
 * A second server on the database of the service: for the database a process of its own. The embedded
 * database serves one process, where it is a second server of the same process.
 */
export async function secondServer(
  service: Service,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const db = service.databaseUrl === undefined ? undefined : await openPostgres(service.databaseUrl);
  const app = db ? await createApp(service.config, db, service.app.log) : service.app;
  const server = await startServer(app);
  return {
    url: server.url,
    async stop() {
      await server.close();
      if (db) await app.close();
    },
  };
}

export const endAllFaults = `mutation { deleteSandboxFaults { ... on SandboxFaultsDeleted { deletedCount }
  ... on ServiceError { errorCode reason } } }`;

/** Ends all faults of the platform and returns how many. */
export async function endFaults(
  service: Service,
  authorization = basic(service.platform.token),
): Promise<number> {
  const { body } = await sendQuery(service, endAllFaults, {}, { authorization });
  return body.data.deleteSandboxFaults.deletedCount;
}

/** Every table of the service, for tests that read records as they are stored. */

export * from '../../src/accounts/tables.ts';
export * from '../../src/agents/tables.ts';
export * from '../../src/customers/tables.ts';
export * from '../../src/infrastructure/audit-log/tables.ts';
export * from '../../src/infrastructure/database/tables.ts';
export * from '../../src/infrastructure/events/tables.ts';
export * from '../../src/infrastructure/idempotency/tables.ts';
export * from '../../src/infrastructure/jobs/tables.ts';
export * from '../../src/infrastructure/request-log/tables.ts';
export * from '../../src/infrastructure/tables.ts';
export * from '../../src/ledger/tables.ts';
export * from '../../src/members/tables.ts';
export * from '../../src/payments/tables.ts';
export * from '../../src/platforms/tables.ts';
export * from '../../src/wallets/tables.ts';
export * from '../../src/webhooks/tables.ts';

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
export * from '../../src/payments/rates/tables.ts';
export * from '../../src/payments/tables.ts';
export * from '../../src/platforms/tables.ts';
export * from '../../src/rails/bank-connections/tables.ts';
export * from '../../src/rails/bank-payments/tables.ts';
export * from '../../src/rails/bank-records/tables.ts';
export * from '../../src/rails/decisions/tables.ts';
export * from '../../src/rails/deposits/tables.ts';
export * from '../../src/sandbox/tables.ts';
export * from '../../src/wallets/tables.ts';
export * from '../../src/webhooks/tables.ts';

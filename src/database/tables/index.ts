export * from './accounts.ts';
export * from './customers.ts';
export * from './identity.ts';
export * from './ledger.ts';
export * from './machinery.ts';
export * from './platforms.ts';
export * from './transactions.ts';
export * from './webhooks.ts';

/** A deliverer in a process of its own, for tests that kill it. Takes the database's URL; says when it runs. */
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { startDeliverer } from '../../src/webhooks/deliveries/deliverer.ts';
import { webhookPorts } from './webhook-service.ts';

const db = await openPostgres(process.argv[2] ?? '');
await startDeliverer(webhookPorts(db), (error) => console.error(error), { leaseMs: 2_000 });
console.log('delivering');

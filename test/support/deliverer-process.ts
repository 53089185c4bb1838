/** A deliverer in a separate process, for tests that kill it. Takes the URL of the database and prints when it runs. */
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { startDeliverer } from '../../src/webhooks/deliveries/deliverer.ts';
import { webhookPorts } from './webhook-service.ts';

const db = await openPostgres(process.argv[2] ?? '');
await startDeliverer(webhookPorts(db), (error) => console.error(error), { leaseMs: 2_000 });
console.log('delivering');

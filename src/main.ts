/** The process entry. Compiles the embedded database, if it is used, while the modules of the service load. */
import { compileEngine } from './infrastructure/database/embedded-engine.ts';

// An error is reported by whoever opens the database.
if (!process.env['DATABASE_URL']) compileEngine().catch(() => undefined);

const { serve } = await import('./serve.ts');
await serve(process.env);

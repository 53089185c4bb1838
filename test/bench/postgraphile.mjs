// The peer that the benchmark compares the nested page with: PostGraphile on the service's own tables. Runs in the folder
// that `postgraphile.ts` installs its packages into. Takes the URL of the database.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: process.argv[2], schemas: ['public'], poolConfig: { max: 10 } }),
  ],
  grafserv: { watch: false, graphiql: false, websockets: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));

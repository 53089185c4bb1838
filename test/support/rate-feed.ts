/** A server of exchange rates on this machine. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FeedServer {
  readonly url: string;
  /** How many requests it has received. */
  readonly requests: number;
  /** What it responds from now on. */
  publish(body: string, status?: number): void;
  /** Responds by itself, for responses that are no response. */
  respond(handler: (response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  let requests = 0;
  let handle = (response: ServerResponse): void => void response.writeHead(404).end();
  const server = createServer((_, response) => {
    requests += 1;
    handle(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Like a key of a provider: neither a log line nor a quote may contain it.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path/daily.xml?key=secret-key`,
    get requests() {
      return requests;
    },
    publish(body, status = 200) {
      handle = (response) => void response.writeHead(status).end(body);
    },
    respond(handler) {
      handle = handler;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The daily rates in the form of the European Central Bank. */
export const ecbXml = (time: string, rates: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='${time}'>
${Object.entries(rates)
  .map(([currency, rate]) => `    <Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
  </Cube></Cube>
</gesmes:Envelope>`;

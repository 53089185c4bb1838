/** A server behind a proxy, a payer with money, and clients that are closed after each test. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { aBankAccount, aPayer, type Payer } from '../../../test/support/parties.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.ts';
import { type Client, type ClientOptions, createClient } from '../../src/index.ts';

export interface ClientWorld {
  readonly service: Service;
  readonly proxy: TcpProxy;
  readonly payer: Payer;
  /** The bank account that is paid. */
  readonly destination: string;
  /** A client of the platform, through the proxy. */
  clientOf(options?: Partial<ClientOptions>): Client;
}

/** Starts the server before the tests of a file, and stops it after them. */
export function clientWorld(defaults: Partial<ClientOptions>): ClientWorld {
  const clients: Client[] = [];
  let service: Service;
  let proxy: TcpProxy;
  let payer: Payer;
  let destination: string;

  beforeAll(async () => {
    service = await startService({ server: true, standing: true, env: { RATE_LIMITS: 'off' } });
    proxy = await startTcpProxy(service.url);
    payer = await aPayer(service, 1_000_000);
    destination = await aBankAccount(service, payer.customerId);
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(async () => {
    await proxy?.close();
    await service?.stop();
  });

  return {
    get service() {
      return service;
    },
    get proxy() {
      return proxy;
    },
    get payer() {
      return payer;
    },
    get destination() {
      return destination;
    },
    clientOf(options = {}) {
      const client = createClient({
        url: proxy.url,
        ...(options.getToken ? {} : { token: service.platform.token }),
        ...defaults,
        ...options,
      });
      clients.push(client);
      return client;
    },
  };
}

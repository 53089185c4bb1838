/** Messages of hostile clients over a WebSocket. */
import type { Random } from '../faults/random.ts';
import type { SocketCase, World } from './case.ts';
import { hostileDocuments } from './documents.ts';
import { bytesOf, deepJson, hostileJson, hostileTexts, mangled } from './texts.ts';

/** A stream of cases, each on a separate socket. */
export function socketTalks(random: Random, world: World): () => SocketCase {
  const init = JSON.stringify({ type: 'connection_init', payload: { authorization: world.authorization } });
  const documents = Object.values(hostileDocuments);
  const subscribe = (id: unknown, query: unknown, more: object = {}) =>
    JSON.stringify({ id, type: 'subscribe', payload: { query, ...more } });
  const message = (): string | Buffer => {
    switch (random.between(0, 11)) {
      case 0:
        return subscribe(String(random.between(1, 3)), random.pick(documents)(random, world));
      case 1:
        return subscribe(
          random.pick(['', '__proto__', 'constructor', 'x'.repeat(5_000), 1, null, {}, '\u0000']),
          '{ __typename }',
        );
      case 2:
        return subscribe('s', 'subscription($a: String) { transactionUpdated(after: $a) { cursor } }', {
          variables: { a: random.pick([...hostileTexts, ...world.cursors.values()]) },
        });
      case 3:
        return subscribe('v', '{ __typename }', {
          variables: random.pick([1, 'x', [], null]),
          operationName: random.pick([1, 'x', '__proto__']),
          extensions: random.pick([1, []]),
        });
      case 4:
        return `{"type":${hostileJson(random)},"id":${hostileJson(random)},"payload":${hostileJson(random)}}`;
      case 5:
        return random.pick([
          '',
          'x',
          '{}',
          '[]',
          'null',
          '1',
          '{"type":"nothing"}',
          '{"type":"start","id":"1"}',
          '{"type":"connection_terminate"}',
        ]);
      case 6:
        return mangled(random, subscribe('1', '{ __typename }'));
      case 7:
        return bytesOf(random, random.between(0, 200));
      case 8:
        return JSON.stringify({
          type: random.pick(['ping', 'pong', 'complete', 'next', 'error', 'connection_ack']),
          id: random.pick(['1', 'nobody', undefined]),
          payload: random.pick([undefined, {}, 1, 'x']),
        });
      case 9:
        return deepJson(random, random.pick([100, 20_000]));
      case 10:
        return `{"type":"subscribe","id":"l","payload":{"query":"{ __typename } #${'x'.repeat(random.pick([1_000, 262_200, 300_000]))}"}}`;
      default:
        return init;
    }
  };
  return () => {
    const greeted = random.chance(0.8);
    const greeting = greeted
      ? init
      : random.pick([
          '{"type":"connection_init"}',
          '{"type":"connection_init","payload":1}',
          '{"type":"connection_init","payload":{"authorization":1}}',
          '{"type":"connection_init","payload":{"authorization":"Basic !"}}',
          '{"type":"connection_init","payload":{"__proto__":{"authorization":"x"}}}',
          subscribe('1', '{ __typename }'),
        ]);
    return {
      transport: 'socket',
      kind: greeted ? 'messages' : 'a greeting',
      path: random.chance(0.95)
        ? '/graphql'
        : random.pick(['/', '/graphql/', '/graphql?x=%', '/2025-10-13/customers']),
      protocols: random.chance(0.9)
        ? ['graphql-transport-ws']
        : random.pick([[], ['graphql-ws'], ['x', 'y'], ['graphql-transport-ws', 'graphql-ws']]),
      messages: [greeting, ...Array.from({ length: random.between(1, 6) }, message)],
    };
  };
}

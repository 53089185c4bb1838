/** The socket of a subscriber: sends connection_init, responds to pings, and ends its process if the server closes it. */
import { WebSocket } from 'ws';

/**
 * @param onAck starts the subscriptions.
 * @param onMessage receives later messages except pings.
 */
export function connect(
  url: string,
  authorization: string | undefined,
  onAck: (socket: WebSocket) => void,
  onMessage: (text: string) => void,
): void {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const end = (why: unknown): never => {
    console.error(`a subscriber was closed with ${why}`);
    process.exit(1);
  };
  socket.on('error', end);
  socket.on('close', end);
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })),
  );
  socket.on('message', (data) => {
    const text = String(data);
    if (text.includes('"connection_ack"')) onAck(socket);
    else if (text.includes('"ping"')) socket.send('{"type":"pong"}');
    else onMessage(text);
  });
}

const query = 'subscription { transactionUpdated { cursor status transaction { id status } } }';

/** Subscribes to every transaction, under an id. */
export const subscribe = (socket: WebSocket, id: string): void =>
  socket.send(JSON.stringify({ type: 'subscribe', id, payload: { query } }));

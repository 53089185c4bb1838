/**
 * Subscribers in a separate process, each on a separate socket. Its arguments are the URL of the server, the credential and
 * the number of subscribers. Prints a line of JSON for each transaction when every subscriber has received its update: the
 * id, and the time of the last message in milliseconds since the epoch.
 */
import { connect, subscribe } from './socket.ts';

const [url = '', authorization = '', count = '0'] = process.argv.slice(2);
const subscribers = Number(count);
const received = new Map<string, number>();
const idOf = /"id":"(Transaction:[0-9a-f-]+)"/;

function onUpdate(text: string): void {
  const id = idOf.exec(text)?.[1];
  if (id === undefined) return;
  const count = (received.get(id) ?? 0) + 1;
  received.set(id, count);
  if (count === subscribers) {
    console.log(JSON.stringify({ id, lastAt: performance.timeOrigin + performance.now() }));
  }
}

const join = (): Promise<void> =>
  new Promise((resolve) =>
    connect(
      url,
      authorization,
      (socket) => {
        subscribe(socket, '1');
        resolve();
      },
      onUpdate,
    ),
  );

// A few at a time, because the accept queue is not measured.
for (let started = 0; started < subscribers; started += 50) {
  await Promise.all(Array.from({ length: Math.min(50, subscribers - started) }, join));
}
console.log(JSON.stringify({ ready: subscribers }));

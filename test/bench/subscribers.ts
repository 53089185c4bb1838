/**
 * Subscribers in a separate process. Its arguments are the URL of the server, the credential, the number of sockets and the
 * number of subscribers on each. Prints a line of JSON for each transaction when every subscriber has received its update: the
 * id, and the time of the last message in milliseconds since the epoch.
 */
import { connect, subscribe } from './socket.ts';

const [url = '', authorization = '', sockets = '0', each = '0'] = process.argv.slice(2);
const subscribers = Number(sockets) * Number(each);
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
        for (let id = 0; id < Number(each); id += 1) subscribe(socket, String(id));
        resolve();
      },
      onUpdate,
    ),
  );

// A few at a time, because the accept queue is not measured.
for (let started = 0; started < Number(sockets); started += 50) {
  await Promise.all(Array.from({ length: Math.min(50, Number(sockets) - started) }, join));
}
console.log(JSON.stringify({ ready: subscribers }));

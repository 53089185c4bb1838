/**
 * Idle subscribers in a separate process. Its arguments are the URL of the server, the number of sockets, the number of
 * subscriptions on each, and the credentials of their platforms. Prints `open` when all requests were sent, and `received`
 * when each subscription has received an update.
 */
import { connect, subscribe } from './socket.ts';

const [url = '', sockets = '0', each = '0', ...credentials] = process.argv.slice(2);
const expected = Number(sockets) * Number(each);
const received = new Set<string>();

function onMessage(index: number, text: string): void {
  if (!text.includes('"next"')) {
    console.error(`a subscriber received ${text.slice(0, 300)}`);
    process.exit(1);
  }
  received.add(`${index} ${JSON.parse(text).id}`);
  if (received.size === expected) console.log('received');
}

const join = (index: number): Promise<void> =>
  new Promise((resolve) =>
    connect(
      url,
      credentials[index % credentials.length],
      (socket) => {
        for (let id = 0; id < Number(each); id += 1) subscribe(socket, String(id));
        socket.send('{"type":"ping"}');
      },
      (text) => (text.includes('"pong"') ? resolve() : onMessage(index, text)),
    ),
  );

// A few at a time, because the accept queue is not measured.
for (let started = 0; started < Number(sockets); started += 50) {
  const some = Math.min(50, Number(sockets) - started);
  await Promise.all(Array.from({ length: some }, (_, index) => join(started + index)));
}
console.log('open');

/**
 * Subscribers to whom nothing happens, in a process of their own. Takes the server's URL, how many sockets, how many
 * subscriptions on each, and the credentials of the platforms that share them. Prints `open` when all have asked, and
 * `told` when each subscription was told of something.
 */
import { follow, greet } from './greeting.ts';

const [url = '', sockets = '0', each = '0', ...credentials] = process.argv.slice(2);
const expected = Number(sockets) * Number(each);
const told = new Set<string>();

function onMessage(index: number, text: string): void {
  if (!text.includes('"next"')) {
    console.error(`a subscriber was told ${text.slice(0, 300)}`);
    process.exit(1);
  }
  told.add(`${index} ${JSON.parse(text).id}`);
  if (told.size === expected) console.log('told');
}

const join = (index: number): Promise<void> =>
  new Promise((resolve) =>
    greet(
      url,
      credentials[index % credentials.length],
      (socket) => {
        for (let id = 0; id < Number(each); id += 1) follow(socket, String(id));
        socket.send('{"type":"ping"}');
      },
      (text) => (text.includes('"pong"') ? resolve() : onMessage(index, text)),
    ),
  );

// A few at a time: a listening socket's queue is not what is measured.
for (let begun = 0; begun < Number(sockets); begun += 50) {
  const some = Math.min(50, Number(sockets) - begun);
  await Promise.all(Array.from({ length: some }, (_, index) => join(begun + index)));
}
console.log('open');

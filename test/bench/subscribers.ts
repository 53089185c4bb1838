/**
 * So many subscribers, each on a socket of its own, in a process of their own. Takes the server's URL, the credential
 * and their number. Prints a line of JSON for each transaction once every subscriber was told of it: its id, and the
 * instant of the last message in milliseconds since the epoch.
 */
import { follow, greet } from './greeting.ts';

const [url = '', authorization = '', count = '0'] = process.argv.slice(2);
const subscribers = Number(count);
const told = new Map<string, number>();
const idOf = /"id":"(Transaction:[0-9a-f-]+)"/;

function onUpdate(text: string): void {
  const id = idOf.exec(text)?.[1];
  if (id === undefined) return;
  const so = (told.get(id) ?? 0) + 1;
  told.set(id, so);
  if (so === subscribers) {
    console.log(JSON.stringify({ id, lastAt: performance.timeOrigin + performance.now() }));
  }
}

const join = (): Promise<void> =>
  new Promise((resolve) =>
    greet(
      url,
      authorization,
      (socket) => {
        follow(socket, '1');
        resolve();
      },
      onUpdate,
    ),
  );

// A few at a time: a listening socket's queue is not what is measured.
for (let begun = 0; begun < subscribers; begun += 50) {
  await Promise.all(Array.from({ length: Math.min(50, subscribers - begun) }, join));
}
console.log(JSON.stringify({ ready: subscribers }));

import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readBody } from '../../../src/transports/http/body.ts';

const aRequest = (headers = {}) => Object.assign(new EventEmitter(), { headers }) as IncomingMessage;

test('a body is one buffer, whatever the number of its chunks: no chunk is kept', async () => {
  const req = aRequest();
  const body = readBody(req, 100_000);
  const chunk = Buffer.alloc(1);
  for (let sent = 0; sent < 100_000; sent += 1) {
    chunk[0] = sent % 251;
    req.emit('data', chunk);
  }
  chunk[0] = 0xff;
  req.emit('end');
  expect(await body).toEqual(Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251)));
});

test('a body ends at its limit, in any chunk', async () => {
  const req = aRequest();
  const body = readBody(req, 20_000);
  req.emit('data', Buffer.alloc(20_000));
  req.emit('data', Buffer.alloc(1));
  expect(await body).toBe('too-large');
});

test('an empty body has no bytes', async () => {
  const req = aRequest();
  const body = readBody(req, 10);
  req.emit('end');
  expect(await body).toEqual(Buffer.alloc(0));
});

/**
 * A sample of the requests of `npm run hostile`, sent to a server in this process. Each is accepted or rejected, in the
 * form of its media type and with a known code.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, errorsInto, type Service, startService } from '../support/service.ts';
import { attack, described } from './attack.ts';
import { populate, serviceDefect, type Target } from './world.ts';

const count = Number(process.env['HOSTILE_COUNT'] ?? 1_500);

let service: Service;
let target: Target;
const defects: string[] = [];

beforeAll(async () => {
  service = await startService({
    server: true,
    logTo: errorsInto(defects),
  });
  const authorization = basic(service.platform.token);
  target = { url: service.url, send: service.send, authorization };
});
afterAll(() => service.stop());

test(`${count} hostile requests and a valid request after them have valid responses`, async () => {
  const world = await populate(target);
  const { wrong } = await attack({ url: service.url, world, seed: 20_251_013, count });
  expect(wrong.map(described)).toEqual([]);
  expect(defects).toEqual([]);
  expect(await serviceDefect(target)).toBeUndefined();
}, 300_000);

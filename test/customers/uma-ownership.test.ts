/**
 * A UMA address belongs to one active customer of the deployment and a domain to one platform. No customer gets an address
 * at the domain of another platform, even if the requests are concurrent.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockNameUntilCommit } from '../../src/infrastructure/database/advisory-locks.ts';
import { uuidOf } from '../../src/kernel/ids.ts';
import { onPostgres, untilLocked } from '../support/database.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
let rest: Rest;
/** Authorizations of two platforms that are new in each test. */
let [ours, theirs] = ['', ''];
let number = 0;
const aDomain = () => {
  number += 1;
  return `pay-${number}.example.com`;
};

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
});
afterAll(() => service?.stop());
beforeEach(async () => {
  ours = basic((await service.addPlatform()).token);
  theirs = basic((await service.addPlatform()).token);
});

const setDomain = (authorization: string, umaDomain: string) =>
  rest('PATCH', '/config', { authorization, body: { umaDomain } });
const person = (umaAddress?: string) => ({ customerType: 'INDIVIDUAL', ...(umaAddress && { umaAddress }) });
const register = (authorization: string, umaAddress?: string) =>
  rest('POST', '/customers', { authorization, body: person(umaAddress) });

const taken = {
  status: 409,
  body: { code: 'UMA_ADDRESS_EXISTS', message: 'The UMA address is not available.' },
};
const notAvailable = (field: string) => ({
  status: 400,
  body: {
    code: 'INVALID_INPUT',
    message: `${field}: is not available`,
    details: { field, errors: [{ field, reason: 'is not available' }] },
  },
});

const overGraphql = async (authorization: string, mutation: string, input: object) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const { body } = await sendQuery(
    service,
    `mutation($input: ${type}!) { result: ${mutation}(input: $input) { __typename
      ... on ServiceError { errorCode httpStatus } ... on InvalidInputError { fields { path message } } } }`,
    { input },
    { authorization },
  );
  return body.data.result;
};

describe('the UMA address of a customer of another platform', () => {
  test('cannot be registered, in any case, over either API', async () => {
    const domain = aDomain();
    expect((await register(ours, `$ada@${domain}`)).status).toBe(201);
    expect(await register(theirs, `$ada@${domain}`)).toMatchObject(taken);
    expect(await register(theirs, `$ADA@${domain.toUpperCase()}`)).toMatchObject(taken);
    expect(await overGraphql(theirs, 'createCustomer', person(`$Ada@${domain}`))).toMatchObject({
      errorCode: 'UMA_ADDRESS_EXISTS',
      httpStatus: 409,
    });
    const { body } = await register(theirs);
    const changed = await rest('PATCH', `/customers/${body.id}`, {
      authorization: theirs,
      body: person(`$ada@${domain}`),
    });
    expect(changed).toMatchObject(taken);
  });

  test('is available once that customer is deleted', async () => {
    const address = `$ada@${aDomain()}`;
    const { body } = await register(ours, address);
    expect((await rest('DELETE', `/customers/${body.id}`, { authorization: ours })).status).toBe(200);
    expect((await register(theirs, address)).status).toBe(201);
  });
});

describe('the UMA domain of another platform', () => {
  test.runIf(onPostgres)(
    'is set without a deadlock while a customer with an address at it is created',
    async () => {
      const domain = aDomain();
      const { principal, token } = await service.addPlatform();
      let setting: ReturnType<typeof setDomain> | undefined;
      await service.db.orm.transaction(async (creating) => {
        await lockNameUntilCommit(creating, 'umaDomain', domain, 'share');
        setting = setDomain(basic(token), domain);
        await untilLocked(service.db);
        await creating.execute(sql`set local lock_timeout = '500ms'`);
        // A row that refers to the platform takes this lock.
        await creating.execute(
          sql`select from platforms where id = ${uuidOf(principal.platform.id)} for key share`,
        );
      });
      expect(await setting).toMatchObject({ status: 200, body: { umaDomain: domain } });
    },
  );

  test('cannot be set, and no address at it can be registered, over either API', async () => {
    const domain = aDomain();
    expect((await setDomain(ours, domain)).body.umaDomain).toBe(domain);
    expect(await setDomain(theirs, domain)).toMatchObject(notAvailable('umaDomain'));
    expect(await setDomain(theirs, domain.toUpperCase())).toMatchObject(notAvailable('umaDomain'));
    expect(await register(theirs, `$someone@${domain}`)).toMatchObject(notAvailable('umaAddress'));
    expect(await register(theirs, `$SOMEONE@${domain.toUpperCase()}`)).toMatchObject(
      notAvailable('umaAddress'),
    );
    const { body } = await register(theirs);
    const changed = await rest('PATCH', `/customers/${body.id}`, {
      authorization: theirs,
      body: person(`$someone@${domain}`),
    });
    expect(changed).toMatchObject(notAvailable('umaAddress'));
    for (const [mutation, input, path] of [
      ['updatePlatformConfig', { umaDomain: domain }, 'input.umaDomain'],
      ['createCustomer', person(`$someone@${domain}`), 'input.umaAddress'],
    ] as const) {
      expect(await overGraphql(theirs, mutation, input)).toEqual({
        __typename: 'InvalidInputError',
        errorCode: 'INVALID_INPUT',
        httpStatus: 400,
        fields: [{ path, message: 'is not available' }],
      });
    }
    // Its own platform can register an address and set the same domain again.
    expect((await register(ours, `$someone@${domain}`)).status).toBe(201);
    expect((await setDomain(ours, domain)).status).toBe(200);
    expect((await register(ours)).body.umaAddress).toMatch(new RegExp(`@${domain.replaceAll('.', '\\.')}$`));
  });

  test.each([
    ['with a trailing dot', (domain: string) => `${domain}.`],
    ['in another script', () => 'bücher.example'],
    [
      'in letters that fold to ASCII',
      (domain: string) => domain.replace('k', '\u212a').replace('p', '\uff50'),
    ],
  ])('is invalid %s', async (_, spell) => {
    const domain = aDomain();
    await setDomain(ours, domain);
    expect(await setDomain(theirs, spell(domain))).toMatchObject({ status: 400 });
    expect(await register(theirs, `$ada@${spell(domain)}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_UMA_ADDRESS' },
    });
  });

  test('in punycode is the same domain in any case', async () => {
    const domain = `xn--bcher-kva-${aDomain()}`;
    await setDomain(ours, domain);
    expect(await setDomain(theirs, domain.toUpperCase())).toMatchObject(notAvailable('umaDomain'));
  });

  test('is available after its platform released it and the last customer with an address at it was deleted', async () => {
    const domain = aDomain();
    await setDomain(ours, domain);
    const { body } = await register(ours);
    await setDomain(ours, aDomain());
    // The error is the same, whether a platform has the domain or its customers have addresses at it.
    expect(await setDomain(theirs, domain)).toMatchObject(notAvailable('umaDomain'));
    await rest('DELETE', `/customers/${body.id}`, { authorization: ours });
    expect((await setDomain(theirs, domain)).status).toBe(200);
    expect(await register(ours, `$ada@${domain}`)).toMatchObject(notAvailable('umaAddress'));
  });

  test.each(['localhost', 'LOCALHOST', 'sandbox.uma.example'])(
    'cannot be the reserved domain %s',
    async (domain) => {
      expect(await setDomain(ours, domain)).toMatchObject(notAvailable('umaDomain'));
    },
  );

  test('cannot be set while a customer has an address at it, which stays valid', async () => {
    const domain = aDomain();
    const { body } = await register(theirs, `$ada@${domain}`);
    expect(await setDomain(ours, domain)).toMatchObject(notAvailable('umaDomain'));
    const same = await rest('PATCH', `/customers/${body.id}`, {
      authorization: theirs,
      body: { ...person(`$ada@${domain}`), fullName: 'Ada' },
    });
    expect(same).toMatchObject({ status: 200, body: { umaAddress: `$ada@${domain}` } });
  });
});

describe('of concurrent requests', () => {
  const platforms = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => basic((await service.addPlatform()).token)));
  const statuses = (results: { status: number }[]) => results.map(({ status }) => status).sort();

  test('of several platforms for one domain, one succeeds', async () => {
    const domain = aDomain();
    const results = await Promise.all((await platforms(6)).map((one) => setDomain(one, domain)));
    expect(statuses(results)).toEqual([200, 400, 400, 400, 400, 400]);
  });

  test('of several platforms for one address, one succeeds', async () => {
    const address = `$ada@${aDomain()}`;
    const results = await Promise.all((await platforms(6)).map((one) => register(one, address)));
    expect(statuses(results)).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('for a domain and for addresses at it by another platform, either the domain or the addresses succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const domain = aDomain();
      const [claimed, ...registered] = await Promise.all([
        setDomain(ours, domain),
        ...['a', 'b', 'c'].map((name) => register(theirs, `$${name}@${domain}`)),
      ]);
      const got = registered.filter(({ status }) => status === 201);
      expect(claimed?.status === 200 && got.length > 0, `round ${round}`).toBe(false);
      expect(claimed?.status === 200 || got.length > 0, `round ${round}`).toBe(true);
    }
  });
});

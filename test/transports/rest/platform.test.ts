import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rest, restClient, type Sent } from '../../support/rest.ts';
import { aRestPayer, bankAccountBody } from '../../support/rest-parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;

beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

const aBusiness = async (registrationNumber = '12345900') =>
  (
    await rest('POST', '/customers', {
      body: {
        customerType: 'BUSINESS',
        region: 'US',
        businessInfo: { legalName: 'Analytical Engines', country: 'US', registrationNumber },
        address: { line1: '1 Main St', postalCode: '10001', country: 'US' },
      },
    })
  ).body;

const ownerBody = (customerId: string, lastName = 'Lovelace') => ({
  customerId,
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 60,
  personalInfo: {
    firstName: 'Ada',
    lastName,
    birthDate: '1980-12-10',
    nationality: 'GB',
    address: { line1: '1 Main St', postalCode: '10001', country: 'US' },
    idType: 'SSN',
    identifier: '123456789',
  },
});

describe('customers', () => {
  test('are filtered, updated and deleted once; then they are 410, not listed, and readable', async () => {
    const { customerId } = await aRestPayer(rest, 0);
    const changed = await rest('PATCH', `/customers/${customerId}`, { body: { fullName: 'Ada King' } });
    expect(changed).toMatchObject({ status: 200, body: { fullName: 'Ada King' } });
    const { platformCustomerId } = changed.body;
    const filter = `/customers?platformCustomerId=${platformCustomerId}`;
    expect((await rest('GET', `${filter}&customerType=INDIVIDUAL`)).body.data).toEqual([changed.body]);
    expect((await rest('GET', `${filter}&customerType=BUSINESS`)).body.totalCount).toBe(0);

    expect(await rest('DELETE', `/customers/${customerId}`)).toMatchObject({
      status: 200,
      body: { isDeleted: true },
    });
    expect(await rest('DELETE', `/customers/${customerId}`)).toMatchObject({
      status: 410,
      body: { code: 'CUSTOMER_DELETED' },
    });
    expect((await rest('GET', filter)).body.totalCount).toBe(0);
    expect((await rest('GET', `${filter}&isIncludingDeleted=true`)).body.totalCount).toBe(1);
    expect((await rest('GET', `/customers/${customerId}`)).body.isDeleted).toBe(true);
  });

  test('with a balance cannot be deleted', async () => {
    const { customerId } = await aRestPayer(rest, 100);
    expect(await rest('DELETE', `/customers/${customerId}`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
  });
});

describe('businesses', () => {
  test('have owners, who are verified separately and can be patched', async () => {
    const business = await aBusiness();
    expect(business.beneficialOwners).toEqual([]);
    const owner = await rest('POST', '/beneficial-owners', { body: ownerBody(business.id) });
    expect(owner).toMatchObject({ status: 201, body: { kycStatus: 'APPROVED', ownershipPercentage: 60 } });
    const changed = await rest('PATCH', `/beneficial-owners/${owner.body.id}`, {
      body: { ownershipPercentage: 12.5, personalInfo: { lastName: 'Lovelace002' } },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { kycStatus: 'REJECTED', ownershipPercentage: 12.5 },
    });
    expect((await rest('GET', `/beneficial-owners/${owner.body.id}`)).body).toEqual(changed.body);
    const list = await rest('GET', `/beneficial-owners?customerId=${business.id}`);
    expect(list.body).toMatchObject({ data: [changed.body], totalCount: 1, hasMore: false });
    expect((await rest('GET', `/customers/${business.id}`)).body.beneficialOwners).toEqual([changed.body]);
    const { customerId } = await aRestPayer(rest, 0);
    expect(
      (await rest('POST', '/beneficial-owners', { body: ownerBody(customerId) })).body.details.field,
    ).toBe('customerId');
  });

  test.each([
    ['900', 'APPROVED'],
    ['001', 'PENDING'],
    ['002', 'REJECTED'],
  ])('with a tax number that ends in %s have the kybStatus %s', async (suffix, kybStatus) => {
    const business = await aBusiness(`12345${suffix}`);
    await rest('POST', '/beneficial-owners', { body: ownerBody(business.id) });
    const verification = await rest('POST', '/verifications', { body: { customerId: business.id } });
    expect(verification).toMatchObject({ status: 200, body: { customerId: business.id, kybStatus } });
    expect((await rest('GET', `/verifications/${verification.body.id}`)).body).toEqual(verification.body);
    const list = await rest('GET', `/verifications?customerId=${business.id}`);
    expect(list.body.data).toEqual([verification.body]);
  });

  test('have documents that are uploaded, read, replaced and removed; responses never contain their bytes', async () => {
    const business = await aBusiness();
    const form = (fields: Record<string, string>, content = '%PDF-1.7 paper') => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob([content]), 'paper.pdf');
      return { body };
    };
    const facts = { documentType: 'CERTIFICATE_OF_INCORPORATION', country: 'US' };
    const made = await rest('POST', '/documents', form({ documentHolder: business.id, ...facts }));
    expect(made).toMatchObject({ status: 201, body: { documentHolder: business.id, fileName: 'paper.pdf' } });
    expect(
      await rest('POST', '/documents', form({ documentHolder: business.id, ...facts }, 'no paper')),
    ).toMatchObject({ status: 400, body: { code: 'UNSUITABLE_DOCUMENT' } });
    const replaced = await rest('PUT', `/documents/${made.body.id}`, form({ ...facts, documentNumber: '7' }));
    expect(replaced).toMatchObject({ status: 200, body: { id: made.body.id, documentNumber: '7' } });
    expect((await rest('GET', `/documents/${made.body.id}`)).body).toEqual(replaced.body);
    expect((await rest('GET', `/documents?documentHolder=${business.id}`)).body.data).toEqual([
      replaced.body,
    ]);
    expect((await rest('DELETE', `/documents/${made.body.id}`)).status).toBe(204);
    expect((await rest('GET', `/documents/${made.body.id}`)).body.code).toBe('DOCUMENT_NOT_FOUND');
  });
});

describe('a link to hosted verification', () => {
  const linkOf = (customerId: string, sent: Sent = {}) =>
    rest('POST', `/customers/${customerId}/kyc-link`, sent);
  const open = (url: string, method = 'GET') =>
    fetch(url.replace(/^.*(?=\/verify\/)/, service.url), { method, redirect: 'manual' });

  test('opens a page that confirms the identity once; opening the page does not use the link', async () => {
    const business = await aBusiness();
    const made = await linkOf(business.id);
    expect(made).toMatchObject({ status: 201, body: { provider: 'SUMSUB' } });
    expect(Date.parse(made.body.expiresAt) - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1000);
    const { kycUrl } = made.body;
    const pages = [await open(kycUrl), await open(kycUrl)];
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await pages[0]?.text()).not.toContain('Analytical');
    expect((await open(kycUrl, 'DELETE')).status).toBe(405);
    expect((await open(kycUrl, 'POST')).status).toBe(200);
    expect([(await open(kycUrl, 'POST')).status, (await open(kycUrl)).status]).toEqual([404, 404]);
    expect((await rest('GET', `/customers/${business.id}`)).body).toEqual(business);
  });

  test('is one of several; of concurrent confirmations of a link one succeeds, and it redirects back', async () => {
    const { customerId } = await aRestPayer(rest, 0);
    const body = { redirectUri: 'https://app.example/done?step=2' };
    const [one, other] = [await linkOf(customerId, { body }), await linkOf(customerId, { body })];
    expect(other.body.kycUrl).not.toBe(one.body.kycUrl);
    const confirmed = await Promise.all([1, 2, 3].map(() => open(one.body.kycUrl, 'POST')));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
    expect((await open(other.body.kycUrl, 'POST')).headers.get('location')).toBe(body.redirectUri);
  });

  test('is the same for the same idempotency key', async () => {
    const { customerId } = await aRestPayer(rest, 0);
    const headers = { 'Idempotency-Key': customerId };
    const first = await linkOf(customerId, { headers });
    const second = await linkOf(customerId, { headers });
    expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    const other = await linkOf(customerId, { headers, body: { redirectUri: 'https://app.example' } });
    expect(other.status).toBe(409);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'done',
    '//app.example',
    'http://app.example',
    'http://192.168.0.1/',
  ])('does not redirect to %s', async (redirectUri) => {
    const { customerId } = await aRestPayer(rest, 0);
    const rejected = await linkOf(customerId, { body: { redirectUri } });
    expect(rejected).toMatchObject({ status: 400, body: { details: { field: 'redirectUri' } } });
  });

  test('is not created for customers of other platforms, for deleted customers, or without a provider', async () => {
    const { customerId } = await aRestPayer(rest, 0);
    const stranger = basic((await service.addPlatform()).token);
    expect((await linkOf(customerId, { authorization: stranger })).status).toBe(404);
    await rest('DELETE', `/customers/${customerId}`);
    expect((await linkOf(customerId)).status).toBe(410);
    const production = basic((await service.addPlatform('PRODUCTION')).token);
    await rest('PATCH', '/config', {
      body: { supportedCurrencies: [{ currencyCode: 'USD', minAmount: 1, maxAmount: 1000 }] },
      authorization: production,
    });
    const customer = await rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] },
      authorization: production,
    });
    expect(customer.status).toBe(201);
    expect(await linkOf(customer.body.id, { authorization: production })).toMatchObject({
      status: 501,
      body: { code: 'NOT_IMPLEMENTED' },
    });
    const page = await open('/verify/nobody');
    expect(page.status).toBe(404);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('invitations', () => {
  test('are created, read by a case-insensitive code, claimed once and cancelled', async () => {
    const inviter = (await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL' } })).body;
    const invitee = (await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL' } })).body;
    const make = () =>
      rest('POST', '/invitations', {
        body: { inviterUma: inviter.umaAddress, firstName: 'Ada', amountToSend: 500 },
      });
    const made = await make();
    expect(made).toMatchObject({ status: 201, body: { status: 'PENDING', amountToSend: { amount: 500 } } });
    expect((await rest('GET', `/invitations/${made.body.code.toUpperCase()}`)).body).toEqual(made.body);
    const claim = () =>
      rest('POST', `/invitations/${made.body.code}/claim`, { body: { inviteeUma: invitee.umaAddress } });
    expect(await claim()).toMatchObject({
      status: 200,
      body: { status: 'CLAIMED', inviteeUma: invitee.umaAddress },
    });
    expect(await claim()).toMatchObject({ status: 400, body: { code: 'INVITATION_ALREADY_CLAIMED' } });
    const other = await make();
    expect(await rest('POST', `/invitations/${other.body.code}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED' },
    });
    const stranger = await service.addPlatform();
    expect(
      await rest('POST', `/invitations/${other.body.code}/cancel`, { authorization: basic(stranger.token) }),
    ).toMatchObject({ status: 403 });
  });
});

describe('the platform', () => {
  test('has external accounts, separate from those of customers', async () => {
    const made = await rest('POST', '/platform/external-accounts', { body: bankAccountBody() });
    expect(made).toMatchObject({ status: 201, body: { customerId: null } });
    const path = `/external-accounts/${made.body.id}`;
    expect((await rest('GET', `/platform${path}`)).body).toEqual(made.body);
    expect((await rest('GET', `/customers${path}`)).status).toBe(404);
    expect((await rest('GET', '/platform/external-accounts')).body.data).toEqual([made.body]);
    expect((await rest('GET', '/platform/internal-accounts?currency=USD')).body.data).toHaveLength(1);
    expect(
      await rest('POST', '/platform/external-accounts', {
        body: { currency: 'USD', accountInfo: made.body.accountInfo },
      }),
    ).toMatchObject({ status: 409, body: { code: 'EXTERNAL_ACCOUNT_ALREADY_EXISTS' } });
    expect((await rest('DELETE', `/platform${path}`)).status).toBe(204);
  });

  test('creates tokens whose secret is shown once, and deletes them', async () => {
    const made = await rest('POST', '/tokens', { body: { name: 'reports', permissions: ['VIEW'] } });
    expect(made.status).toBe(201);
    const { clientSecret, ...token } = made.body;
    expect((await rest('GET', `/tokens/${token.id}`)).body).toEqual(token);
    expect((await rest('GET', '/tokens?name=reports')).body.data).toEqual([token]);
    const authorization = basic(`${token.clientId}:${clientSecret}`);
    expect((await rest('GET', '/config', { authorization })).status).toBe(200);
    expect((await rest('DELETE', `/tokens/${token.id}`)).status).toBe(204);
    expect((await rest('GET', '/config', { authorization })).status).toBe(401);
  });

  test('patches its approval rules, and shows them in its settings', async () => {
    const body = {
      requiredApprovals: 1,
      thresholds: [{ currency: 'USD', amount: 1_000_000, requiredApprovals: 2 }],
      preventSelfApproval: false,
      requireComment: false,
      lateApprovalSeconds: 3_600,
      stepUpAbove: [{ currency: 'USD', amount: 5_000_000 }],
      notifications: { emails: ['payments@example.com'], notifyApprovers: true },
    };
    expect(await rest('PATCH', '/config/approval-rules', { body })).toMatchObject({ status: 200, body });
    expect((await rest('GET', '/config')).body.approvals).toEqual(body);
  });

  test('sets its spread and fees, and reads them with the configuration', async () => {
    const body = {
      spread: '0.004',
      fees: { fixed: 50, variableRate: '0.005', counterpartyFixed: 0 },
      corridors: [{ sending: 'USD', receiving: 'MXN', spread: '0.008', fees: { fixed: 25 } }],
    };
    expect(await rest('PATCH', '/config/rates', { body })).toMatchObject({ status: 200, body });
    expect((await rest('GET', '/config')).body.rates).toEqual(body);
  });

  test('patches its settings, and accepts the returned settings as input', async () => {
    const before = (await rest('GET', '/config')).body;
    // The signing key is the first of the verification keys.
    expect(before.webhookPublicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    expect(before.webhookPublicKey).toBe(before.webhookPublicKeys[0]);
    const same = await rest('PATCH', '/config', {
      body: { supportedCurrencies: before.supportedCurrencies },
    });
    expect(same.body.supportedCurrencies).toEqual(before.supportedCurrencies);
    const changed = await rest('PATCH', '/config', {
      body: { umaDomain: 'uma.example.com', embeddedWalletConfig: { otpLength: 8, appName: 'Wallet' } },
    });
    expect(changed.body).toMatchObject({
      umaDomain: 'uma.example.com',
      embeddedWalletConfig: { otpLength: 8, appName: 'Wallet', expirationSeconds: 300 },
    });
    expect(
      await rest('PATCH', '/config', { body: { embeddedWalletConfig: { otpLength: 3 } } }),
    ).toMatchObject({ status: 400, body: { details: { field: 'embeddedWalletConfig.otpLength' } } });
    expect(
      await rest('PATCH', '/config', {
        body: { supportedCurrencies: [{ currencyCode: 'XXX', minAmount: 1, maxAmount: 0 }] },
      }),
    ).toMatchObject({
      status: 400,
      body: {
        details: {
          errors: [
            { field: 'supportedCurrencies.0.currencyCode' },
            { field: 'supportedCurrencies.0.maxAmount' },
          ],
        },
      },
    });
    const wanted = [{ name: 'FULL_NAME', mandatory: true }];
    const [first, ...others] = before.supportedCurrencies;
    const oneWay = { ...first, requiredCounterpartyFields: wanted, enabledTransactionTypes: ['INCOMING'] };
    const [saved] = (await rest('PATCH', '/config', { body: { supportedCurrencies: [oneWay, ...others] } }))
      .body.supportedCurrencies;
    expect(saved).toEqual(oneWay);
    expect(
      await rest('PATCH', '/config', {
        body: { supportedCurrencies: [{ ...oneWay, requiredCounterpartyFields: [{ name: 'SHOE_SIZE' }] }] },
      }),
    ).toMatchObject({
      status: 400,
      body: {
        details: {
          errors: [
            { field: 'supportedCurrencies.0.requiredCounterpartyFields.0.name' },
            { field: 'supportedCurrencies.0.requiredCounterpartyFields.0.mandatory' },
          ],
        },
      },
    });
    await rest('PATCH', '/config', { body: { supportedCurrencies: before.supportedCurrencies } });
  });

  test('sets a webhook endpoint, tests it, and gets the response of the receiver', async () => {
    expect(await rest('POST', '/sandbox/webhooks/test')).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_ENDPOINT_NOT_SET' },
    });
    let status = 200;
    const receiver = createServer((req, res) => {
      req.resume();
      res.writeHead(status).end('taken');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const webhookEndpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
      const set = await rest('PATCH', '/config', { body: { webhookEndpoint } });
      expect(set.body.webhookEndpoint).toBe(webhookEndpoint);
      expect((await rest('POST', '/sandbox/webhooks/test')).body).toEqual({
        url: webhookEndpoint,
        response_status: 200,
        response_body: 'taken',
      });
      status = 503;
      expect(await rest('POST', '/sandbox/webhooks/test')).toMatchObject({
        status: 400,
        body: { code: 'WEBHOOK_DELIVERY_ERROR', details: { response_status: 503 } },
      });
      expect(await rest('PATCH', '/config', { body: { webhookEndpoint: 'ftp://x' } })).toMatchObject({
        status: 400,
        body: { details: { field: 'webhookEndpoint' } },
      });
      expect((await rest('PATCH', '/config', { body: { webhookEndpoint: null } })).body).not.toHaveProperty(
        'webhookEndpoint',
      );
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  });
});

/**
 * docs/reference/events.md has a payload of every event kind, built by the code that builds webhook payloads. After a
 * change of payloads: `npx vitest run test/webhooks/events-reference.test.ts --update`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CreateCustomerInput, createCustomer } from '../../src/customers/create-customer.ts';
import type { Customer } from '../../src/customers/customer.ts';
import {
  DecideVerificationInput,
  decideVerification,
} from '../../src/customers/verifications/decide-verification.ts';
import { submitVerification } from '../../src/customers/verifications/submit-verification.ts';
import { uploadDocument } from '../../src/customers/verifications/upload-document.ts';
import { readEvents } from '../../src/infrastructure/events/event-store.ts';
import { type LoggedEvent, sequenceEvents } from '../../src/infrastructure/events/log.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import type { JsonBody } from '../../src/kernel/view.ts';
import type { PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import { payloadText } from '../../src/webhooks/deliveries/payload.ts';
import { payloadDataMaker } from '../../src/webhooks/deliveries/payload-data.ts';
import { isPublished } from '../../src/webhooks/deliveries/queue.ts';
import { type EventType, eventKindOf, eventTypes } from '../../src/webhooks/event-kinds.ts';
import { granted } from '../support/payments.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { aRestPayer, bankAccountBody } from '../support/rest-parties.ts';
import { type Service, startService } from '../support/service.ts';

/** The kinds that no operation publishes: the reason, and the `data` of their example. */
const notPublished: Partial<
  Record<
    EventType,
    { readonly reason: string; readonly data: (of: (type: EventType) => JsonBody) => JsonBody }
  >
> = {
  'INTERNAL_ACCOUNT.STATUS_UPDATED': {
    reason: 'No operation changes the status of an account.',
    data: (of) => ({ ...of('INTERNAL_ACCOUNT.BALANCE_UPDATED'), status: 'FROZEN' }),
  },
  'VERIFICATION.READY_FOR_VERIFICATION': {
    reason: 'A verification starts when it is submitted.',
    data: (of) => ({ ...of('VERIFICATION.IN_PROGRESS'), verificationStatus: 'READY_FOR_VERIFICATION' }),
  },
};

let service: Service;
let rest: Rest;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

/** Runs the jobs of the next ten minutes. */
async function settle(): Promise<void> {
  for (let minute = 0; minute < 10; minute += 1) {
    await service.settle();
    service.clock.advance(60);
  }
  await service.settle();
}

async function aQuote(accountId: string, destination: object): Promise<string> {
  const made = await rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination,
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    },
  });
  return made.body.id;
}

/** Payments to accounts that complete, are refunded, and cannot be refunded; a quote that expires. */
async function payments(): Promise<void> {
  const { customerId, accountId, externalId } = await aRestPayer(rest);
  await rest('POST', '/transfer-out', {
    body: { source: { accountId }, destination: { accountId: externalId }, amount: 2_500 },
  });
  for (const suffix of ['002', '007']) {
    const external = await rest('POST', '/customers/external-accounts', {
      body: bankAccountBody(customerId, suffix),
    });
    const quote = await aQuote(accountId, { destinationType: 'ACCOUNT', accountId: external.body.id });
    await rest('POST', `/quotes/${quote}/execute`);
  }
  await aQuote(accountId, { destinationType: 'ACCOUNT', accountId: externalId });
  await settle();
}

/** An incoming payment that is rejected. */
async function incomingPayment(): Promise<void> {
  const { customerId } = await aRestPayer(rest);
  const { body: customer } = await rest('GET', `/customers/${customerId}`);
  const { body: received } = await rest('POST', '/sandbox/uma/receive', {
    body: {
      senderUmaAddress: `$success.usd@${service.config.sandboxUmaDomain}`,
      receiverUmaAddress: customer.umaAddress,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 1_234,
    },
  });
  await rest('POST', `/transactions/${received.id}/reject`);
}

/** Businesses whose verification is approved, rejected and waits. */
async function businesses(): Promise<void> {
  for (const suffix of ['900', '002', '001']) {
    const { body: business } = await rest('POST', '/customers', {
      body: {
        customerType: 'BUSINESS',
        businessInfo: { legalName: 'Analytical Engines', registrationNumber: `12345${suffix}` },
      },
    });
    await rest('POST', '/verifications', { body: { customerId: business.id } });
  }
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(16)]);

/** A person of a production platform whose verification lacks a document, then waits, and is decided. */
async function verifiedPerson(by: PlatformPrincipal, decision: 'APPROVED' | 'REJECTED'): Promise<void> {
  const { ports } = service;
  const customer: Customer = granted(
    await createCustomer(
      ports,
      by,
      CreateCustomerInput.parse({
        ...person,
        birthDate: '1990-12-10',
        nationality: 'GB',
        address: { line1: '1 Main St', postalCode: '10001', country: 'US' },
      }),
    ),
  );
  const submit = async () => granted(await submitVerification(ports, by, { customerId: customer.id }));
  expect((await submit()).status).toBe('RESOLVE_ERRORS');
  granted(
    await uploadDocument(
      ports,
      by,
      { documentHolder: customer.id, documentType: 'PASSPORT', country: 'GB' } as never,
      { bytes: png, fileName: 'passport.png' } as never,
    ),
  );
  const { id: verificationId } = await submit();
  granted(await decideVerification(ports, by, DecideVerificationInput.parse({ verificationId, decision })));
}

/** An invitation that a customer of the platform claims. */
async function invitation(): Promise<void> {
  const [inviter, invitee] = [
    await rest('POST', '/customers', { body: person }),
    await rest('POST', '/customers', { body: { ...person, fullName: 'Grace Hopper' } }),
  ];
  const made = await rest('POST', '/invitations', { body: { inviterUma: inviter.body.umaAddress } });
  await rest('POST', `/invitations/${made.body.code}/claim`, {
    body: { inviteeUma: invitee.body.umaAddress },
  });
}

/** Imports of customers: of two rows, one without a name, and of only that row. */
async function imports(): Promise<void> {
  const header =
    'customerType,platformCustomerId,fullName,birthDate,addressLine1,city,state,postalCode,country';
  const address = '1 Main St,New York,NY,10001,US';
  const wrong = `INDIVIDUAL,,,1990-12-10,${address}`;
  for (const rows of [[`INDIVIDUAL,c-1,Ada Lovelace,1990-12-10,${address}`, wrong], [wrong]]) {
    await rest('POST', '/customers/bulk/csv', {
      body: [header, ...rows].join('\n'),
      headers: { 'Content-Type': 'text/csv' },
    });
    await service.settle();
  }
}

/** Transfers of an agent that need approval: one is approved, one rejected, and one expires. */
async function agentActions(): Promise<void> {
  const { customerId, accountId, externalId } = await aRestPayer(rest);
  const made = await rest('POST', '/agents', {
    body: {
      name: 'Bookkeeper',
      customerId,
      policy: {
        permissions: ['CREATE_TRANSFERS'],
        defaultExecutionMode: 'APPROVAL_REQUIRED',
        spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
      },
    },
  });
  const redeemed = await rest('POST', `/agents/device-codes/${made.body.deviceCode.code}/redeem`, {
    authorization: null,
  });
  const decisions = [['approve', { comment: 'Agreed' }], ['reject', { reason: 'Twice' }], undefined] as const;
  for (const decision of decisions) {
    const action = await rest('POST', '/agents/me/transfer-out', {
      authorization: `Bearer ${redeemed.body.accessToken}`,
      body: {
        source: { accountId },
        destination: { accountId: externalId },
        amount: 2_500,
        description: 'Invoice 17',
      },
    });
    if (!decision) continue;
    const [path, body] = decision;
    await rest('POST', `/agents/${made.body.agent.id}/actions/${action.body.id}/${path}`, { body });
  }
  service.clock.advance(7 * 24 * 60 * 60);
  await service.settle();
}

async function allEvents(): Promise<LoggedEvent[]> {
  while ((await sequenceEvents(service.ports)) > 0);
  const events: LoggedEvent[] = [];
  for (let page: LoggedEvent[] = []; ; events.push(...page)) {
    page = await readEvents(service.db.orm, events.at(-1)?.position ?? 0, 500);
    if (page.length === 0) return events;
  }
}

/** The text with generated values replaced by fixed ones of the same form, in the order of their appearance. */
function withFixedValues(payload: string): string {
  const replace = (text: string, pattern: RegExp, fixed: (nth: number) => string): string => {
    const known = new Map<string, string>();
    return text.replace(pattern, (found) => {
      if (!known.has(found)) known.set(found, fixed(known.size + 1));
      return known.get(found) as string;
    });
  };
  let text = replace(
    payload,
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (nth) => `019542f5-b3e7-7d02-8000-${String(nth).padStart(12, '0')}`,
  );
  text = replace(text, /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (nth) =>
    new Date(Date.UTC(2025, 9, 13, 12, 0, nth)).toISOString(),
  );
  return text
    .replace(/"([A-Z]{2})-[0-9A-Z]{12}"/g, '"$1-7K3M9QX2VWYB"')
    .replace(/"code":"[0-9A-Za-z]{16}"/g, '"code":"7K3M9QX2VWYB5T8R"')
    .replace(/invitations\/[0-9A-Za-z]{16}/g, 'invitations/7K3M9QX2VWYB5T8R')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://payments.example')
    .replace(/"\$u-[0-9a-z]+@[^"]+"/g, '"$u-7k3m9qx2vwyb@uma.example"')
    .replace(/"accountNumber":"\d+"/g, '"accountNumber":"9876543210"')
    .replace(/"last4":"\d+"/g, '"last4":"3210"');
}

async function payloads(): Promise<{ found: Map<EventType, string>; published: readonly EventType[] }> {
  const found = new Map<EventType, string>();
  const add = (type: EventType, payload: string) => {
    if (!found.has(type)) found.set(type, withFixedValues(payload));
  };
  for (const event of await allEvents()) {
    if (!isPublished(event)) continue;
    const { uuid: eventUuid, type, occurredAt: at, sequence } = event;
    const data = await payloadDataMaker(service.db.orm, service.ports)(event);
    add(type, payloadText({ eventUuid, type, at, sequence, data }));
  }
  const at = service.clock.real();
  add('TEST', payloadText({ eventUuid: newUuid(), type: 'TEST', at, sequence: undefined, data: {} }));
  const published = [...found.keys()];
  const dataOf = (type: EventType) => JSON.parse(found.get(type) ?? '').data as JsonBody;
  for (const [name, { data }] of Object.entries(notPublished)) {
    const type = name as EventType;
    add(type, payloadText({ eventUuid: newUuid(), type, at, sequence: 1, data: data(dataOf) }));
  }
  return { found, published };
}

function section(type: EventType, payload: string): string {
  const { resource, alias } = eventKindOf(type);
  const facts = [
    `\`data\`: ${resource ?? 'empty'}.`,
    ...(alias ? [`Alias: \`${alias}\`.`] : []),
    ...(type in notPublished ? [`Not published. ${notPublished[type]?.reason}`] : []),
  ];
  const example = JSON.stringify(JSON.parse(payload), null, 2);
  return [`### ${type}`, '', facts.join(' '), '', '```json', example, '```', ''].join('\n');
}

const page = 'docs/reference/events.md';
const marker = '<!-- The rest is generated by test/webhooks/events-reference.test.ts. -->';

test('the page has a current payload of every event kind', async () => {
  await payments();
  await incomingPayment();
  await businesses();
  const { principal: production } = await service.addPlatform('PRODUCTION');
  await verifiedPerson(production, 'APPROVED');
  await verifiedPerson(production, 'REJECTED');
  await invitation();
  await imports();
  await agentActions();

  const { found, published } = await payloads();
  const missing = eventTypes.filter((type) => !published.includes(type));
  expect(missing.sort()).toEqual(Object.keys(notPublished).sort());
  const introduction = readFileSync(join(projectRoot, page), 'utf8').split(marker)[0] ?? '';
  const sections = eventTypes.map((type) => section(type, found.get(type) ?? ''));
  await expect(`${introduction}${marker}\n\n${sections.join('\n')}`).toMatchFileSnapshot(
    join(projectRoot, page),
  );
  // The same payloads are the examples of the OpenAPI document.
  const examples = Object.fromEntries(
    eventTypes.map((type) => [type, JSON.parse(found.get(type) ?? '') as unknown]),
  );
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
    join(projectRoot, 'src/transports/rest/webhook-examples.json'),
  );
});

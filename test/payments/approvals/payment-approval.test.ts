import { describe, expect, test } from 'vitest';
import type { WebhookResponse } from '../../../src/payments/approvals/payment-approval.ts';
import {
  type ApprovalReply,
  decideApproval,
  failureAtWindowEnd,
  missingMandatory,
  readApproval,
} from '../../../src/payments/approvals/payment-approval.ts';

const requested = [
  { name: 'FULL_NAME', mandatory: true },
  { name: 'NATIONALITY', mandatory: false },
];
const response = (status: number, body: unknown = ''): WebhookResponse => ({
  kind: 'response',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const named = response(200, { receiverCustomerInfo: { FULL_NAME: 'Ada Okafor' } });
const webhookError = { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' };

const decide = (...responses: readonly WebhookResponse[]) =>
  decideApproval(responses.map(readApproval), responses.length, requested);

describe('the response of a platform to INCOMING_PAYMENT.PENDING', () => {
  test.each<[string, WebhookResponse, unknown]>([
    [
      '200 with the mandatory fields approves',
      named,
      { kind: 'approve', receiverCustomerInfo: { FULL_NAME: 'Ada Okafor' } },
    ],
    [
      '200 without one fails for missing data',
      response(200, { receiverCustomerInfo: { NATIONALITY: 'NG' } }),
      { kind: 'fail', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' },
    ],
    [
      '200 with a blank one fails for missing data',
      response(200, { receiverCustomerInfo: { FULL_NAME: '  ' } }),
      { kind: 'fail', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' },
    ],
    [
      '200 whose body cannot be read gives no data',
      response(200, 'OK'),
      { kind: 'fail', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' },
    ],
    ['202 decides later, in a new window', response(202), { kind: 'wait', newWindow: true }],
    [
      '403 rejects, with what it says',
      response(403, { code: 'BLOCKED', message: 'No.', reason: 'On our list' }),
      { kind: 'reject', code: 'BLOCKED', reason: 'On our list' },
    ],
    [
      '403 without a reason rejects with its message',
      response(403, { code: 'BLOCKED', message: 'No.' }),
      { kind: 'reject', code: 'BLOCKED', reason: 'No.' },
    ],
    ['403 without a body rejects', response(403), { kind: 'reject', code: undefined, reason: undefined }],
    [
      '422 asks for the fields it names',
      response(422, { code: 'MORE', requiredFields: ['BIRTH_DATE', { name: 'TAX_ID', mandatory: true }] }),
      { kind: 'ask', requiredFields: ['BIRTH_DATE', 'TAX_ID'] },
    ],
    ['422 that names none fails', response(422, { requiredFields: [] }), webhookError],
    ['409 counts as no response', response(409), { kind: 'wait', newWindow: false }],
    ['201 fails', response(201), webhookError],
    ['204 fails', response(204), webhookError],
    ['302 fails', response(302), webhookError],
    ['400 fails', response(400), webhookError],
    ['401 fails', response(401), webhookError],
    ['404 fails', response(404), webhookError],
    ['500 fails', response(500), webhookError],
    ['an endpoint that cannot be reached fails', { kind: 'unreachable', error: 'rejected' }, webhookError],
    [
      'none within 5 s is a time-out',
      { kind: 'timeout' },
      { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' },
    ],
  ])('%s', (_, received, decision) => {
    expect(decide(received)).toEqual(decision);
  });

  test('200 approves without data when none is mandatory', () => {
    expect(decideApproval([readApproval(response(200))], 1, [])).toEqual({
      kind: 'approve',
      receiverCustomerInfo: {},
    });
  });

  test.each<[string, unknown]>([
    ['a list', ['FULL_NAME']],
    ['a number', { FULL_NAME: 7 }],
    ['text with a NUL', { FULL_NAME: 'Ada\u0000' }],
    ['half a surrogate pair', { FULL_NAME: 'Ada\ud800' }],
    ['a name that is no field', { __proto__x: 'Ada' }],
  ])('customer data that is %s is not taken', (_, receiverCustomerInfo) => {
    expect(readApproval(response(200, { receiverCustomerInfo }))).toEqual({
      kind: 'approve',
      receiverCustomerInfo: {},
    });
  });
});

describe('with several endpoints', () => {
  const wait = { kind: 'wait', newWindow: false };

  test('each endpoint must respond', () => {
    expect(decideApproval([readApproval(named)], 2, requested)).toEqual(wait);
    expect(decide(named, response(409))).toEqual(wait);
  });

  test('one 200 is enough next to a 202', () => {
    expect(decide(response(202), named)).toMatchObject({ kind: 'approve' });
  });

  test('the first rejection decides, also before the other responses', () => {
    const replies: ApprovalReply[] = [
      readApproval(named),
      readApproval(response(403)),
      readApproval(response(500)),
    ];
    expect(decideApproval(replies, 4, requested)).toMatchObject({ kind: 'reject' });
    expect(decide(response(500), response(403))).toEqual(webhookError);
  });

  test('what one gives need not be given by another', () => {
    expect(decide(response(200), named)).toEqual({
      kind: 'approve',
      receiverCustomerInfo: { FULL_NAME: 'Ada Okafor' },
    });
  });

  test('requested fields are requested before an approval counts', () => {
    expect(decide(named, response(422, { requiredFields: ['TAX_ID'] }))).toEqual({
      kind: 'ask',
      requiredFields: ['TAX_ID'],
    });
  });
});

describe('undecided', () => {
  test('without an endpoint the payment waits for a call', () => {
    expect(decide()).toEqual({ kind: 'wait', newWindow: false });
  });

  test('it fails when its window ends: for missing data after a request for data, otherwise as timed out', () => {
    expect(failureAtWindowEnd(true)).toBe('MISSING_MANDATORY_PAYEE_DATA');
    expect(failureAtWindowEnd(false)).toBe('PAYMENT_APPROVAL_TIMED_OUT');
  });
});

test('the mandatory fields that are missing are all named', () => {
  const fields = [...requested, { name: 'BIRTH_DATE', mandatory: true }];
  expect(missingMandatory(fields, {})).toEqual(['FULL_NAME', 'BIRTH_DATE']);
  expect(missingMandatory(fields, { FULL_NAME: 'Ada', BIRTH_DATE: '1990-01-15' })).toEqual([]);
});

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
      '200 without a mandatory field fails for missing data',
      response(200, { receiverCustomerInfo: { NATIONALITY: 'NG' } }),
      { kind: 'fail', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' },
    ],
    [
      '200 with a blank mandatory field fails for missing data',
      response(200, { receiverCustomerInfo: { FULL_NAME: '  ' } }),
      { kind: 'fail', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' },
    ],
    [
      '200 with an invalid body fails for missing data',
      response(200, 'OK'),
      { kind: 'fail', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' },
    ],
    ['202 postpones the decision to a new window', response(202), { kind: 'wait', newWindow: true }],
    [
      '403 rejects with its code and reason',
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
      '422 requests the fields that it lists',
      response(422, { code: 'MORE', requiredFields: ['BIRTH_DATE', { name: 'TAX_ID', mandatory: true }] }),
      { kind: 'ask', requiredFields: ['BIRTH_DATE', 'TAX_ID'] },
    ],
    ['422 without a field fails', response(422, { requiredFields: [] }), webhookError],
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
      'no response within 5 s is a timeout',
      { kind: 'timeout' },
      { kind: 'fail', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' },
    ],
  ])('%s', (_, received, decision) => {
    expect(decide(received)).toEqual(decision);
  });

  test('200 without data approves if no field is mandatory', () => {
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
    ['an unknown field', { __proto__x: 'Ada' }],
  ])('ignores customer data that is %s', (_, receiverCustomerInfo) => {
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

  test('one endpoint may provide the data for all', () => {
    expect(decide(response(200), named)).toEqual({
      kind: 'approve',
      receiverCustomerInfo: { FULL_NAME: 'Ada Okafor' },
    });
  });

  test('a request for fields takes precedence over an approval', () => {
    expect(decide(named, response(422, { requiredFields: ['TAX_ID'] }))).toEqual({
      kind: 'ask',
      requiredFields: ['TAX_ID'],
    });
  });
});

describe('an undecided payment', () => {
  test('waits for an approval over the API if there is no endpoint', () => {
    expect(decide()).toEqual({ kind: 'wait', newWindow: false });
  });

  test('fails at the end of its window: for missing data after a request for data, otherwise as timed out', () => {
    expect(failureAtWindowEnd(true)).toBe('MISSING_MANDATORY_PAYEE_DATA');
    expect(failureAtWindowEnd(false)).toBe('PAYMENT_APPROVAL_TIMED_OUT');
  });
});

test('all missing mandatory fields are listed', () => {
  const fields = [...requested, { name: 'BIRTH_DATE', mandatory: true }];
  expect(missingMandatory(fields, {})).toEqual(['FULL_NAME', 'BIRTH_DATE']);
  expect(missingMandatory(fields, { FULL_NAME: 'Ada', BIRTH_DATE: '1990-01-15' })).toEqual([]);
});

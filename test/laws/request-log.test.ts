/**
 * No body in the request log has a secret, in whichever field of either API it is sent or returned. The fields are all of the
 * schema and of the description of REST, so a new one is covered without being listed here.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { spellDeviceCode } from '../../src/agents/device-codes/device-code.ts';
import { apiWords } from '../../src/api-words.ts';
import { newInvitationCode } from '../../src/customers/invitations/invitation.ts';
import { redactedBody } from '../../src/infrastructure/request-log/redaction.ts';
import { newAgentToken, newClientSecret, newOtp, newSecretToken } from '../../src/kernel/crypto/secrets.ts';

interface Named {
  readonly name: string;
  readonly args?: readonly Named[];
}

const namesInSchema = Object.values(schema.getTypeMap()).flatMap((type) => {
  const fields = 'getFields' in type ? Object.values<Named>(type.getFields()) : [];
  return fields.flatMap(({ name, args = [] }) => [name, ...args.map((arg) => arg.name)]);
});

/** The names of properties and parameters in a description. */
function namesIn(description: unknown): string[] {
  if (typeof description !== 'object' || description === null) return [];
  const { properties = {}, name } = description as { properties?: object; name?: unknown };
  return [
    ...Object.keys(properties),
    ...(typeof name === 'string' ? [name] : []),
    ...Object.values(description).flatMap(namesIn),
  ];
}

const description = JSON.parse(readFileSync('src/transports/rest/openapi.json', 'utf8'));
const names = [...new Set([...namesInSchema, ...namesIn(description)])];

const secrets: readonly [kind: string, secret: string][] = [
  // Letters alone are the least that a code can have.
  ['device code', spellDeviceCode(new Uint8Array(8))],
  ['device code', spellDeviceCode(Uint8Array.from({ length: 8 }, (_, index) => index * 37))],
  ['invitation code', newInvitationCode()],
  ['one-time code', newOtp({ length: 6, alphanumeric: false })],
  ['short one-time code', newOtp({ length: 4, alphanumeric: false })],
  ['one-time code with letters', newOtp({ length: 8, alphanumeric: true })],
  ['secret of an API token', newClientSecret()],
  ['token of an agent', newAgentToken()],
  ['token of a link or a session', newSecretToken()],
  ['number of a card', '4111111111111111'],
  ['number of an account', 'DE89370400440532013000'],
  ['name', 'Ada Lovelace'],
  ['email address', 'ada@example.com'],
];

test('there are fields with secrets among the names', () => {
  expect(names.length).toBeGreaterThan(500);
  expect(names).toEqual(
    expect.arrayContaining(['code', 'otp', 'clientSecret', 'accessToken', 'status', 'type']),
  );
});

test.each(secrets)('a %s is shown in no field', (_kind, secret) => {
  const shown = names.filter((name) => {
    const bodies = [{ [name]: secret }, { [name]: [secret] }, { [name]: { [name]: secret } }];
    return bodies.some((body) => redactedBody(body, apiWords)?.includes(secret));
  });
  expect(shown).toEqual([]);
});

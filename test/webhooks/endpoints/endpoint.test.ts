import { describe, expect, test } from 'vitest';
import { parseInput } from '../../../src/kernel/parse.ts';
import { subscribesTo, webhookEndpointInputs } from '../../../src/webhooks/endpoints/endpoint.ts';
import { type EventType, extensionTypes } from '../../../src/webhooks/event-kinds.ts';

describe('an endpoint receives a kind that is an extension', () => {
  const published: EventType = 'AGENT_ACTION.PENDING_APPROVAL';
  const extension: EventType = 'AGENT_ACTION.APPROVED';

  test('extensions are the decisions of agent actions, and not what the interface publishes', () => {
    expect(extensionTypes).toEqual(
      expect.arrayContaining(['AGENT_ACTION.APPROVED', 'AGENT_ACTION.REJECTED', 'AGENT_ACTION.EXPIRED']),
    );
    expect(extensionTypes).not.toContain(published);
  });

  test.each<[string, readonly EventType[] | undefined, boolean, boolean, boolean]>([
    ['not by default', undefined, false, true, false],
    ['with extensions', undefined, true, true, true],
    ['when it names the kind', [extension], false, false, true],
    ['not when it names other kinds', [published], false, true, false],
    ['with extensions beside other kinds that it names', [published], true, true, true],
    ['with extensions and without the kinds that it does not name', ['TEST'], true, false, true],
  ])('%s', (_, eventTypes, extensions, receivesPublished, receivesExtension) => {
    const endpoint = { eventTypes, extensions, isPaused: false };
    expect(subscribesTo(endpoint, published)).toBe(receivesPublished);
    expect(subscribesTo(endpoint, extension)).toBe(receivesExtension);
  });

  test('a setting is false where it is absent, and only a truth value otherwise', () => {
    const url = 'https://example.com/hook';
    expect(parseInput(webhookEndpointInputs, [{ url }])).toMatchObject([
      { extensions: false, isPaused: false },
    ]);
    expect(parseInput(webhookEndpointInputs, [{ url, extensions: true }])).toMatchObject([
      { extensions: true },
    ]);
    expect(parseInput(webhookEndpointInputs, [{ url, extensions: 'yes' }])).toMatchObject({
      fields: [{ path: '0.extensions' }],
    });
  });
});

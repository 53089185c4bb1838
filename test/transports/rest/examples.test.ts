/** Every operation of the OpenAPI document has an example that matches its schemas. `npm run openapi:examples` writes them. */
import { describe, expect, test } from 'vitest';
import { examples } from '../../../src/transports/rest/examples.ts';
import {
  describedExample,
  exampleProblems,
  missingParts,
  operationIds,
} from '../../support/rest-examples.ts';

test('there are examples of known operations only', () => {
  expect(Object.keys(examples).filter((id) => !operationIds.has(id))).toEqual([]);
});

describe.each([...operationIds])('%s', (id) => {
  const { operation } = describedExample(id);
  // What is not implemented has no response.
  const isImplemented = operation.responses['501'] === undefined;
  // Neither has a stream of lines or a file.
  const isStream = Object.keys(operation.responses['200']?.content ?? {}).some(
    (type) => !type.startsWith('application/json'),
  );
  const example = examples[id];

  test.runIf(isImplemented && !isStream)('has an example of each body, with the values of its path', () => {
    expect(example).toBeDefined();
    expect(missingParts(id, example)).toEqual([]);
    const inPath = (operation.parameters ?? []).filter(({ in: location }) => location === 'path');
    expect(inPath.filter(({ name }) => !example?.parameters[name])).toEqual([]);
  });

  test('has an example that matches the schemas', () => {
    expect(example ? exampleProblems(id, example) : []).toEqual([]);
  });
});

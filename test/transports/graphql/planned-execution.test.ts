/** The cache of field plans and its limit. test/laws/execution.test.ts checks the results of executions. */
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import type { ExecutionContext } from 'graphql/execution/execute.js';
import { expect, test } from 'vitest';
import { schema as realSchema } from '../../../schema/index.ts';
import { createPlans } from '../../../src/transports/graphql/field-plans.ts';
import { createPlannedExecution } from '../../../src/transports/graphql/planned-execution.ts';
import { pageQuery } from '../../bench/page.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aPayer } from '../../support/parties.ts';
import { startService } from '../../support/service.ts';

const schema = buildSchema('type Item { a: Int b: Int item: Item } type Query { items(first: Int): [Item] }');
const rootValue = { items: [{ a: 1, b: 2, item: { a: 3, b: 4 } }] };

test('a repeated document is planned once, whatever its variables', async () => {
  const planned = createPlannedExecution({ maxFields: 1_000 });
  const document = parse(
    'query($n: Int, $x: Boolean!) { items(first: $n) { a b @include(if: $x) item { a } } }',
  );
  const run = (n: number, x: boolean) =>
    planned.execute({ schema, document, rootValue, variableValues: { n, x } });
  const whole = await run(1, true);
  expect(JSON.stringify(whole)).toBe('{"data":{"items":[{"a":1,"b":2,"item":{"a":3}}]}}');
  expect(planned.plannedFields).toBe(5);
  for (const n of [2, 3, 4]) expect(JSON.stringify(await run(n, true))).toBe(JSON.stringify(whole));
  expect(planned.plannedFields).toBe(5);
  // Other values of `@skip` and `@include` variables need another plan.
  expect(JSON.stringify(await run(1, false))).toBe('{"data":{"items":[{"a":1,"item":{"a":3}}]}}');
  expect(planned.plannedFields).toBe(9);
});

test('the least recently used plan is evicted, and planned again on its next use', async () => {
  const planned = createPlannedExecution({ maxFields: 10 });
  const documents = Array.from({ length: 30 }, (_, n) => parse(`{ items { x${n}: a b item { a } } }`));
  for (const document of [...documents, ...documents]) {
    const { data } = await planned.execute({ schema, document, rootValue });
    expect(JSON.stringify(data)).toContain(',"b":2,"item":{"a":3}}]}');
    expect(planned.plannedFields).toBeLessThanOrEqual(10);
  }
});

test('a document larger than the cache is executed and not cached', async () => {
  const planned = createPlannedExecution({ maxFields: 2 });
  const document = parse('{ items { a b item { a b } } }');
  for (let time = 0; time < 3; time += 1) {
    const { data } = await planned.execute({ schema, document, rootValue });
    expect(JSON.stringify(data)).toBe('{"items":[{"a":1,"b":2,"item":{"a":3,"b":4}}]}');
    expect(planned.plannedFields).toBeLessThanOrEqual(2);
  }
});

test('plans without fields are limited too', () => {
  const plans = createPlans({ maxFields: 10 });
  const [operation] = parse('query($x: Boolean!) { items @skip(if: $x) { a } }').definitions;
  const planFor = (x: unknown) =>
    plans.of({
      operation: operation as OperationDefinitionNode,
      fragments: {},
      variableValues: { x },
    } as unknown as ExecutionContext);
  const first = planFor(0);
  expect(planFor(0)).toBe(first);
  for (let x = 1; x <= 10; x += 1) planFor(x);
  expect(planFor(0)).not.toBe(first);
  expect(plans.fields).toBe(0);
});

test('the page of the benchmark is planned once', async () => {
  const service = await startService({ server: true });
  try {
    await aPayer(service, 100_000);
    expect((await sendQuery(service, pageQuery)).body.errors).toBeUndefined();
    const planned = createPlannedExecution({ maxFields: 1_000 });
    const document = parse(pageQuery);
    const contextValue = () => ({
      ports: service.ports,
      tail: service.app.tail,
      principal: service.platform.principal,
      loaders: new Map(),
    });
    const texts = [];
    const sizes = [];
    for (let time = 0; time < 3; time += 1) {
      const result = await planned.execute({ schema: realSchema, document, contextValue: contextValue() });
      texts.push(JSON.stringify(result));
      sizes.push(planned.plannedFields);
    }
    expect(texts[0]).toContain('internalAccounts');
    expect(new Set(texts).size).toBe(1);
    expect(new Set(sizes).size).toBe(1);
  } finally {
    await service.stop();
  }
});

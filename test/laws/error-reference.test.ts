/** docs/reference/errors.md has every error code with its kind and its status in the source. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes } from '../../src/kernel/error-codes.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import { sourceFilesIn } from '../support/source-files.ts';

const read = (path: string): string => readFileSync(posix.join(projectRoot, path), 'utf8');
const page = read('docs/reference/errors.md');

/** The part of the page below a heading of the second level. */
function sectionOf(heading: string): string {
  const text = page.split(`\n## ${heading}\n`)[1];
  if (text === undefined) throw new Error(`the page has no section ${heading}`);
  return text.split('\n## ')[0] ?? '';
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
const rowsOf = (heading: string): string[][] =>
  sectionOf(heading)
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` \|/.test(line))
    .map(cellsOf);

interface Documented {
  readonly kind: string;
  readonly statuses: readonly number[];
}

const documented = new Map<string, Documented>(
  rowsOf('Codes').map(([code = '', kind = '', statuses = '']) => [
    code.replaceAll('`', ''),
    { kind, statuses: statuses.split(', ').map(Number) },
  ]),
);
const ofRequests = new Map(
  rowsOf('Codes of the request itself').map(([code = '', status]) => [
    code.replaceAll('`', ''),
    Number(status),
  ]),
);
const reserved = [...sectionOf('Reserved codes').matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code as string);

const sources = ['src', 'schema'].flatMap(sourceFilesIn);

interface Occurrence {
  readonly name: string;
  readonly code: string;
  readonly kind: DomainError['kind'];
  readonly status: number;
}

/** Arguments that some constructor of a domain error takes. */
const money = { amount: 1n, currency: 'USD' };
const constructorArguments: readonly (readonly unknown[])[] = [
  [],
  ['EMAIL_OTP'],
  ['OAUTH'],
  ['PASSKEY'],
  [new Date(0)],
  [money, money],
  ['amount', 'USD', 'EUR', { isConfigured: true }],
  [[]],
  ['text', {}],
];

/** An instance of the class for each code that the arguments above give it. */
function instancesOf(name: string, errorClass: new (...args: never[]) => DomainError): DomainError[] {
  const byCode = new Map<string, DomainError>();
  for (const args of constructorArguments) {
    try {
      const error = new errorClass(...(args as never[]));
      if (errorCodes.includes(error.code) && !byCode.has(error.code)) byCode.set(error.code, error);
    } catch {
      // The constructor takes other arguments.
    }
  }
  if (byCode.size === 0) throw new Error(`${name}: add arguments of its constructor to this test`);
  return [...byCode.values()];
}

/** The base classes, whose subclasses and call sites choose the code. */
const abstractClasses = ['NotFound', 'Upstream'];

/** The kind of each base class, and the status that its subclasses have unless they name another. */
const bases: Readonly<Record<string, Pick<Occurrence, 'kind' | 'status'>>> = {
  InvalidInput: { kind: 'invalid', status: 400 },
  Unauthorized: { kind: 'unauthorized', status: 401 },
  Forbidden: { kind: 'forbidden', status: 403 },
  NotFound: { kind: 'not-found', status: 404 },
  Conflict: { kind: 'conflict', status: 409 },
  RateLimited: { kind: 'rate-limited', status: 429 },
  Upstream: { kind: 'upstream', status: 424 },
};
const codeOfBase: Readonly<Record<string, ErrorCode>> = {
  InvalidInput: 'INVALID_INPUT',
  Unauthorized: 'UNAUTHORIZED',
  Forbidden: 'FORBIDDEN',
  Conflict: 'CONFLICT',
  RateLimited: 'RATE_LIMITED',
};

/** The kind and the status from the source text of a class. For classes that no other module can construct. */
function readClass(name: string, base: string, body: string): Occurrence | undefined {
  const code = errorCodes.find((one) => body.includes(`'${one}'`)) ?? codeOfBase[base];
  const usual = bases[base];
  if (!usual || code === undefined) {
    // Other classes have bases and no error codes.
    if (usual || code !== undefined)
      throw new Error(`${name}: the test cannot read its code, kind and status`);
    return undefined;
  }
  const [, status] = /httpStatus(?:\(\): number \{\s*return|:) (\d{3})/.exec(body) ?? [];
  return { name, code, kind: usual.kind, status: status ? Number(status) : usual.status };
}

/** Every class of domain errors: constructed where it is exported, and otherwise read. */
async function errorClasses(): Promise<Occurrence[]> {
  const found: Occurrence[] = [];
  for (const { path, code } of sources) {
    const declared = [...code.matchAll(/^(export )?class (\w+) extends (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)];
    const isExported = declared.some(([, exported]) => exported);
    const module = isExported
      ? ((await import(posix.join(projectRoot, path))) as Record<string, unknown>)
      : {};
    for (const [, exported, name = '', base = '', body = ''] of declared) {
      const errorClass = module[name] as (new (...args: never[]) => DomainError) | undefined;
      if (!exported || !errorClass) {
        const occurrence = readClass(name, base, body);
        if (occurrence) found.push(occurrence);
        continue;
      }
      if (!(errorClass.prototype instanceof DomainError) || abstractClasses.includes(name)) continue;
      for (const error of instancesOf(name, errorClass)) {
        found.push({ name, code: error.code, kind: error.kind, status: error.httpStatus });
      }
    }
  }
  return found;
}

let classes: Occurrence[];
beforeAll(async () => {
  classes = await errorClasses();
});

test('every code is documented once, and no other', () => {
  const both = [...documented.keys()].filter((code) => ofRequests.has(code) || reserved.includes(code));
  expect(both).toEqual([]);
  const all = [...documented.keys(), ...ofRequests.keys(), ...reserved];
  expect(new Set(all).size).toBe(all.length);
  // These exist only over HTTP, so the schema does not have them.
  const transportOnly = [...ofRequests.keys()].filter((code) => !errorCodes.includes(code as ErrorCode));
  expect(transportOnly.sort()).toEqual([
    'METHOD_NOT_ALLOWED',
    'NOT_FOUND',
    'RESPONSE_LIMIT_EXCEEDED',
    'SERVICE_UNAVAILABLE',
    'TIME_LIMIT_EXCEEDED',
  ]);
  expect(all.filter((code) => !transportOnly.includes(code)).sort()).toEqual([...errorCodes].sort());
});

test('every class of errors has the documented kind and status', () => {
  expect(classes.length).toBeGreaterThan(60);
  const wrong = classes.filter(({ code, kind, status }) => {
    const row = documented.get(code);
    return row === undefined || row.kind !== kind || !row.statuses.includes(status);
  });
  expect(wrong).toEqual([]);
});

test('the first status of a code is that of its kind, unless every class of the code has another', () => {
  const statusOfKind = new Map(
    sectionOf('Kinds')
      .split('\n')
      .filter((line) => /^\| [a-z-]+ \| `/.test(line))
      .map(cellsOf)
      .map(([kind = '', , status]) => [kind, Number(status)]),
  );
  expect(statusOfKind.size).toBe(7);
  const wrong = [...documented].filter(([code, { kind, statuses }]) => {
    const usual = statusOfKind.get(kind);
    const ofCode = classes.filter((one) => one.code === code).map(({ status }) => status);
    if (ofCode.length === 0) return statuses[0] !== usual;
    return ofCode.includes(usual as number) ? statuses[0] !== usual : !ofCode.includes(statuses[0] as number);
  });
  expect(wrong).toEqual([]);
});

test('errors of requests have the documented status', () => {
  const created = sources.flatMap(({ code }) => [
    ...[
      ...code.matchAll(/(?:new HttpError|super|rejected)\(\s*(\d{3}),\s*'([A-Z_]+)'/g),
      ...code.matchAll(/sendError\(\s*res,\s*(\d{3}),\s*'([A-Z_]+)'/g),
    ].map(([, status, name = '']) => ({ status: Number(status), name })),
  ]);
  expect(created.length).toBeGreaterThan(10);
  const limits = /_LIMIT_EXCEEDED$/;
  const wrong = created.filter(({ status, name }) => {
    if (ofRequests.has(name)) return ofRequests.get(name) !== status;
    return !limits.test(name) && documented.get(name)?.statuses.includes(status) !== true;
  });
  expect(wrong).toEqual([]);
});

test('a code is reserved if and only if nothing in the source returns it', () => {
  const outside = sources.filter(({ path }) => !/error-codes\.ts$|schema\/core\/errors\.ts$/.test(path));
  // A status of records has the same name, and no error has this code.
  const statusNames = ['EXPIRED'];
  // Built from the type of the credential.
  const built = (code: string) => /^(EMAIL_OTP|OAUTH|PASSKEY)_CREDENTIAL_ALREADY_EXISTS$/.test(code);
  const isReturned = (code: string) =>
    built(code) || (!statusNames.includes(code) && outside.some((file) => file.code.includes(`'${code}'`)));
  expect([...errorCodes].filter((code) => !isReturned(code)).sort()).toEqual([...reserved].sort());
});

test('the table of the behaviour reference has the same status for each code', () => {
  const statuses = new Map<string, number>();
  for (const line of read('docs/behaviour/errors.md').split('\n')) {
    const [, status, codes = ''] = /^\| (\d{3}) \| ([A-Z_,/ ]+) \|/.exec(line) ?? [];
    for (const code of codes.split(/[,/]/).map((one) => one.trim()))
      if (code) statuses.set(code, Number(status));
  }
  expect(statuses.size).toBeGreaterThan(70);
  const wrong = [...statuses].filter(([code, status]) => {
    const here =
      documented.get(code)?.statuses ?? (ofRequests.has(code) ? [ofRequests.get(code)] : undefined);
    return here ? here[0] !== status : !reserved.includes(code);
  });
  expect(wrong).toEqual([]);
});

describe('documents in the documentation', () => {
  const schema = buildSchema(read('schema/schema.graphql'));
  const examples = ['docs/reference/errors.md', 'docs/reference/tokens.md'].flatMap((path) =>
    [...read(path).matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, document = '']) => ({ path, document })),
  );

  test('exist', () => {
    expect(examples.length).toBeGreaterThan(1);
  });

  test.each(examples)('a document of $path is valid', ({ document }) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });
});

/** Multipart bodies: forms written by `FormData` are parsed exactly; oversized and malformed ones are rejected. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import {
  limitViolationOf,
  maxJsonDepth,
  maxJsonValues,
  parseJson,
} from '../../../src/transports/http/json.ts';
import { maxFieldBytes, maxParts, parseMultipart } from '../../../src/transports/http/multipart.ts';

async function written(form: FormData) {
  const response = new Response(form);
  return {
    body: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  };
}

const problem = async (body: string | Buffer, contentType = 'multipart/form-data; boundary=x') => {
  const parts = await parseMultipart(Buffer.from(body), contentType);
  return parts instanceof InvalidInput ? parts.fields[0]?.message : parts.length;
};

const part = (head: string, content = 'y') => `--x\r\n${head}\r\n\r\n${content}\r\n`;
const field = (name: string, content?: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, content);

describe('a form', () => {
  test('may have names that end with a backslash, which browsers do not escape', async () => {
    const form = new FormData();
    form.append('\\', new File(['x'], 'C:\\'));
    form.append('quote"', 'y');
    const { body, contentType } = await written(form);
    const parts = await parseMultipart(body, contentType);
    expect(parts).toMatchObject([
      { name: '\\', fileName: 'C:\\' },
      { name: 'quote"', fileName: undefined },
    ]);
  });

  test('is parsed with the same names and bytes', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((one) => !/[\r\n%]/.test(one));
    const content = fc.uint8Array({ maxLength: 200 });
    const file = fc.record({ name, fileName: name, content });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { maxLength: 5 }),
        fc.dictionary(name, fc.string()),
        async (files, texts) => {
          const form = new FormData();
          for (const { name: at, fileName, content: bytes } of files)
            form.append(at, new Blob([bytes]), fileName);
          for (const [at, value] of Object.entries(texts).slice(0, 10)) form.append(at, value);
          const { body, contentType } = await written(form);
          const parts = await parseMultipart(body, contentType);
          if ([...form].length === 0) return;
          if (parts instanceof InvalidInput) throw parts;
          const expected = await Promise.all(
            [...form].map(async ([at, value]) =>
              typeof value === 'string'
                ? [at, undefined, Buffer.from(value.replace(/\r\n|\r|\n/g, '\r\n')).toString('hex')]
                : [at, value.name, Buffer.from(await value.arrayBuffer()).toString('hex')],
            ),
          );
          expect(parts.map(({ name: at, fileName, bytes }) => [at, fileName, bytes.toString('hex')])).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['a name without quotes', `${part('content-disposition:form-data; name=a')}--x--`, 'a', undefined],
    ['an escaped quote', `${part('Content-Disposition: form-data; name="a\\"b"')}--x--`, 'a"b', undefined],
    [
      'another order and other headers',
      `${part('Content-Type: text/plain\r\nContent-Disposition: form-data; filename="f;g"; name="a"')}--x--\r\nafter`,
      'a',
      'f;g',
    ],
  ])('may have %s', async (_name, body, name, fileName) => {
    expect(await parseMultipart(Buffer.from(body), 'multipart/form-data; boundary="x"')).toMatchObject([
      { name, fileName },
    ]);
  });

  test.each([
    ['no boundary', `${field('a')}--x--`, 'multipart/form-data'],
    ['a boundary of 71 characters', `${field('a')}--x--`, `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['another boundary', `${field('a')}--x--`, 'multipart/form-data; boundary=z'],
    ['no end', field('a'), undefined],
    ['nothing', '', undefined],
    ['no headers', '--x\r\n--x--', undefined],
    ['a part without a name', `${part('Content-Disposition: form-data')}--x--`, undefined],
    ['a part that is no form data', `${part('Content-Disposition: attachment; name="a"')}--x--`, undefined],
    ['a boundary that goes on', '--xy\r\n', undefined],
  ])('must not have %s', async (_name, body, contentType) => {
    expect(await problem(body, contentType)).toBe('must be multipart/form-data');
  });

  test('has at most 20 parts, with size limits on headers and fields', async () => {
    expect(await problem(`${field('a').repeat(maxParts)}--x--`)).toBe(maxParts);
    expect(await problem(`${field('a').repeat(maxParts + 1)}--x--`)).toBe('must have at most 20 parts');
    expect(await problem(`${'--x\r\n\r\n\r\n'.repeat(205_603)}--x--`)).toBe('must be multipart/form-data');
    expect(await problem(`${part(`X: ${'x'.repeat(5_000)}`)}--x--`)).toBe(
      'must have parts with at most 4096 bytes of headers',
    );
    expect(await problem(`${field('a', 'x'.repeat(maxFieldBytes))}--x--`)).toBe(1);
    expect(await problem(`${field('a', 'x'.repeat(maxFieldBytes + 1))}--x--`)).toBe(
      'must have fields of at most 65536 bytes',
    );
  });

  // Linear time grows with the number of bytes. The factor tolerates a busy machine; quadratic time would be 100 times.
  test.each([
    ['line ends', '\r\n', 'x'],
    ['dashes', '\r\n--', 'x'],
    ['the boundary but for its last character', `\r\n--${'x'.repeat(69)}`, 'x'.repeat(70)],
    ['one character of the boundary', 'x', 'x'.repeat(70)],
    ['two characters of the boundary', 'xy', 'xy'.repeat(35)],
  ])('with a file of nothing but %s is read in linear time', async (_name, filling, boundary) => {
    const timed = async (bytes: number): Promise<number> => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n`;
      const body = Buffer.from(`${head}${filling.repeat(bytes / filling.length)}`);
      const start = performance.now();
      expect(await parseMultipart(body, `multipart/form-data; boundary=${boundary}`)).toBeInstanceOf(
        InvalidInput,
      );
      return performance.now() - start;
    };
    await timed(10_000);
    expect(await timed(10_000_000)).toBeLessThan(100 * Math.max(5, await timed(1_000_000)));
  });
});

describe('JSON', () => {
  test.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ])('of %s is nested at most 64 deep', (open, close) => {
    const levels = open.length === 1 || open.startsWith('{') ? maxJsonDepth : maxJsonDepth / 2;
    const nested = (count: number) => `${open.repeat(count)}1${close.repeat(count)}`;
    expect(parseJson(nested(levels))).toHaveProperty('value');
    expect(parseJson(nested(levels + 1))).toEqual({ problem: 'must have at most 64 levels of nesting' });
    expect(parseJson(open.repeat(500_000))).toEqual({ problem: 'must have at most 64 levels of nesting' });
  });

  test('brackets in strings do not count as nesting', () => {
    const deep = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map((one) => deep(one)))
        : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, text) => {
        const json = JSON.stringify([value, text, `${text}\\"[{`, '['.repeat(100)]);
        expect(limitViolationOf(json) !== undefined).toBe(deep(value) + 1 > maxJsonDepth);
        expect(parseJson(json)).toEqual({ value: JSON.parse(json) });
      }),
    );
  });

  test.each([
    ['items', (count: number) => `[${Array.from({ length: count }, () => 1)}]`],
    ['keys', (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`)}}`],
    ['objects', (count: number) => `[${Array.from({ length: count / 2 }, () => '{}')}]`],
  ])('has at most 10,000 %s', (_name, jsonOf) => {
    expect(parseJson(jsonOf(maxJsonValues))).toHaveProperty('value');
    expect(parseJson(jsonOf(maxJsonValues + 2))).toEqual({ problem: 'must have at most 10000 values' });
    expect(parseJson(`"${',[{'.repeat(maxJsonValues)}"`)).toHaveProperty('value');
  });

  test.each(['', '{', '"', '"\\', '{"a":"\\"', 'undefined'])('%j is not JSON', (text) => {
    expect(parseJson(text)).toEqual({ problem: 'must be JSON in UTF-8' });
  });
});

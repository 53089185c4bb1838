import { describe, expect, test } from 'vitest';
import { parseHeader } from '../../../src/customers/imports/columns.ts';
import { parseRow } from '../../../src/customers/imports/parse-row.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';

const individual = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: 'c-1',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  addressLine1: '1 Main St',
  city: 'New York',
  state: 'NY',
  postalCode: '10001',
  country: 'US',
};
const business = {
  customerType: 'BUSINESS',
  businessLegalName: 'Analytical Engines',
  addressLine1: '1 Main St',
  city: 'New York',
  state: 'NY',
  postalCode: '10001',
  country: 'US',
};

/** Parses a row of CSV with these columns. */
function parsed(values: Record<string, string>, row = 7) {
  const header = parseHeader(Object.keys(values));
  if (header instanceof InvalidInput) throw header;
  const line = Object.values(values).map((value) => `"${value.replaceAll('"', '""')}"`);
  const result = parseRow(header, new Uint8Array(Buffer.from(line.join(','))), row);
  const { input } = result;
  return {
    ...result,
    problems:
      input instanceof InvalidInput ? input.fields.map(({ path, message }) => `${path} ${message}`) : [],
  };
}

describe('a row of CSV', () => {
  test('of a person has the fields of createCustomer', () => {
    expect(
      parsed({ ...individual, email: 'ada@example.com', currencies: 'USD USDC', region: 'US' }),
    ).toMatchObject({
      correlationId: 'c-1',
      input: {
        customerType: 'INDIVIDUAL',
        platformCustomerId: 'c-1',
        fullName: 'Ada Lovelace',
        birthDate: '1990-12-10',
        email: 'ada@example.com',
        currencies: ['USD', 'USDC'],
        region: 'US',
        address: { line1: '1 Main St', city: 'New York', state: 'NY', postalCode: '10001', country: 'US' },
      },
    });
  });

  test('of a business too, and columns without a field are ignored', () => {
    const columns = {
      businessTaxId: '12-3',
      businessRegistrationNumber: 'R1',
      description: 'x',
      platformAccountId: 'y',
    };
    expect(parsed({ ...business, ...columns })).toMatchObject({
      correlationId: 'row_7',
      input: { businessInfo: { legalName: 'Analytical Engines', registrationNumber: 'R1', taxId: '12-3' } },
    });
  });

  test('is stored as text, also when a spreadsheet would take it for a formula', () => {
    const name = '=HYPERLINK("http://example.com","click")';
    expect(parsed({ ...individual, fullName: name })).toMatchObject({ input: { fullName: name } });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['no name', { ...individual, fullName: '' }, ['fullName is required']],
    [
      'no address',
      { ...individual, addressLine1: '', city: '' },
      ['addressLine1 is required', 'city is required'],
    ],
    [
      'an unknown type',
      { ...individual, customerType: 'ROBOT' },
      ['customerType must be one of INDIVIDUAL, BUSINESS'],
    ],
    ['no type', { ...individual, customerType: '' }, ['customerType must be one of INDIVIDUAL, BUSINESS']],
    ['no legal name', { ...business, businessLegalName: '' }, ['businessLegalName is required']],
    [
      'company data of a person',
      { ...individual, businessTaxId: '1' },
      ['businessLegalName is for business customers'],
    ],
    [
      'a wrong postal code',
      { ...individual, postalCode: 'x'.repeat(33) },
      ['postalCode must have at most 32 characters'],
    ],
    ['a NUL', { ...individual, city: 'a\u0000' }, ['city must be valid Unicode without NUL']],
  ])('with %s names the column', (_, values, problems) => {
    expect(parsed(values).problems).toEqual(problems);
  });

  test('with another number of fields than the header is wrong as a whole', () => {
    const { input, correlationId } = parseRow(
      ['customerType', 'city'],
      new Uint8Array(Buffer.from('a,b,c')),
      3,
    );
    expect(correlationId).toBe('row_3');
    expect((input as InvalidInput).fields).toEqual([
      { path: 'row', message: 'has 3 fields, and the header has 2' },
    ]);
  });

  test.each([
    ['longer than 255 characters', 'x'.repeat(256)],
    ['with a NUL', 'a\u0000'],
  ])('with an id %s is named by its number', (_, platformCustomerId) => {
    expect(parsed({ ...individual, platformCustomerId }).correlationId).toBe('row_7');
  });
});

describe('a row of NDJSON', () => {
  const json = (text: string) => parseRow(undefined, new Uint8Array(Buffer.from(text)), 2);

  test('has the body of POST /customers', () => {
    const { correlationId, input } = json(
      '{"customerType":"INDIVIDUAL","platformCustomerId":"p","address":{"line1":"1"}}',
    );
    expect(correlationId).toBe('p');
    expect((input as InvalidInput).fields.map(({ path }) => path)).toEqual([
      'address.postalCode',
      'address.country',
    ]);
    expect(json('{"customerType":"BUSINESS"}')).toMatchObject({ input: { customerType: 'BUSINESS' } });
  });

  test.each([
    ['no JSON', '{', 'must be JSON'],
    ['a list', '[]', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['deep', '['.repeat(30_000), 'must be JSON'],
  ])('that is %s is wrong as a whole', (_, text, message) => {
    expect(json(text)).toMatchObject({
      correlationId: 'row_2',
      input: { fields: [{ path: 'row', message }] },
    });
  });
});

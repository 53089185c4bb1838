/** Files that are damaged, or made to harm. Each is rejected with a sentence that names elements and has nothing of their content. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableBankFile } from '../../../../src/rails/bank-files/bank-file.ts';
import { readIso20022 } from '../../../../src/rails/bank-files/iso20022/read-iso20022.ts';
import { maxDetails, maxParts } from '../../../../src/rails/bank-files/iso20022/statement-reader.ts';
import {
  maxAttributes,
  maxDepth,
  maxElements,
  maxTextLength,
  maxTokenLength,
} from '../../../../src/rails/bank-files/iso20022/xml-reader.ts';
import {
  entriesOf,
  entry,
  groupHeader,
  movement,
  readAll,
  statement,
  statementElement,
  streamOf,
  xml,
} from '../../../support/bank-files.ts';

const valid = statement({ entries: entry() });
const secret = 'DE00SECRET';
const insertedBefore = (text: string, part: string) => valid.replace(part, text + part);
const nested = (depth: number) => '<X>'.repeat(depth) + '</X>'.repeat(depth);
const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, isLittleEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isLittleEndian ? bytes : bytes.swap16();
}

const doctype = (content: string) => insertedBefore(`<!DOCTYPE Document ${content}>`, '<Document');
const billionLaughs = '[<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]';

async function rejection(content: string | Uint8Array): Promise<UnreadableBankFile> {
  try {
    await readAll(content, { size: 10_000 });
  } catch (error) {
    if (error instanceof UnreadableBankFile) return error;
    throw error;
  }
  throw new Error('the file was read');
}

describe('a file is unreadable', () => {
  test.each<[string, string | Uint8Array, string, number]>([
    ['with a DOCTYPE', doctype(''), 'A DOCTYPE is not allowed.', 2],
    ['with entities', doctype(billionLaughs), 'A DOCTYPE is not allowed.', 2],
    [
      'with an external entity',
      doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]'),
      'A DOCTYPE is not allowed.',
      2,
    ],
    ['with an unknown entity', valid.replace('S-1', '&secret;'), 'The XML is not well-formed in Id.', 2],
    [
      'that declares another encoding',
      valid.replace('UTF-8', 'ISO-8859-1'),
      'The declared encoding is not UTF-8.',
      1,
    ],
    ['of XML 1.1', valid.replace('"1.0"', '"1.1"'), 'The XML version is not 1.0.', 1],
    ['in UTF-16, little-endian', utf16(valid, true), 'The file is not UTF-8.', 1],
    ['in UTF-16, big-endian', utf16(valid, false), 'The file is not UTF-8.', 1],
    ['in UTF-16 without a mark', utf16(valid, true).subarray(2), 'The XML is not well-formed.', 1],
    [
      'with bytes that are not UTF-8',
      Buffer.from(valid.replace('S-1', '\xe4'), 'latin1'),
      'The file is not UTF-8.',
      1,
    ],
    ['that ends in a character', utf8(`${valid}ä`).subarray(0, -1), 'The file is not UTF-8.', 2],
    ['without content', '', 'The file is empty or incomplete.', 1],
    ['that is cut in an entry', valid.slice(0, valid.indexOf('</Sts>')), 'The file ends in Sts.', 2],
    ['that is cut between entries', valid.slice(0, valid.indexOf('</Stmt>')), 'The file ends in Stmt.', 2],
    [
      'with a tag that closes another element',
      valid.replace('</Sts>', '</Amt>'),
      'The XML is not well-formed in Ntry.',
      2,
    ],
    ['with content after the root', `${valid}<Document/>`, 'The XML is not well-formed.', 2],
    ['with text after the root', `${valid} ${secret}`, 'The XML is not well-formed.', 2],
    [
      'with an attribute that occurs twice',
      valid.replace('<Id>', '<Id a="1" a="1">'),
      'The XML is not well-formed in Stmt.',
      2,
    ],
    [
      'with a prefix that is not declared',
      valid.replaceAll('Sts>', 'x:Sts>'),
      'The XML is not well-formed in Ntry.',
      2,
    ],
    ['with control characters', valid.replace('S-1', '\u0001'), 'The XML is not well-formed in Id.', 2],
  ])('%s', async (_, content, message, line) => {
    expect(await rejection(content)).toMatchObject({ message, line });
  });

  test.each([
    [
      'of another root',
      '<html xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>',
      'The root element is not Document.',
    ],
    ['without a namespace', '<Document/>', 'The namespace of Document is not that of a known message.'],
    [
      'of another namespace',
      xml('pacs.008.001.08', ''),
      'The namespace of Document is not that of a known message.',
    ],
    [
      'of an unknown version',
      xml('camt.053.001.99', ''),
      'The namespace of Document is not that of a known message.',
    ],
    ['without a message', xml('camt.053.001.08', ''), 'BkToCstmrStmt is missing in Document.'],
    [
      'of another message than its namespace',
      valid.replace('camt.053', 'camt.052'),
      'BkToCstmrAcctRpt is missing in Document.',
    ],
    [
      'with two messages',
      insertedBefore('<BkToCstmrStmt></BkToCstmrStmt>', '<BkToCstmrStmt>'),
      'BkToCstmrStmt occurs more than once.',
    ],
    ['without a header', valid.replace(groupHeader, ''), 'GrpHdr is missing before Stmt.'],
    ['with two headers', insertedBefore(groupHeader, '<Stmt>'), 'GrpHdr occurs more than once.'],
    ['without a message id', valid.replace('<MsgId>B-1</MsgId>', ''), 'MsgId is missing in GrpHdr.'],
    ['with an empty message id', valid.replace('B-1', ' '), 'MsgId is empty in GrpHdr.'],
    [
      'without a statement',
      xml('camt.053.001.08', `<BkToCstmrStmt>${groupHeader}</BkToCstmrStmt>`),
      'Stmt is missing.',
    ],
    [
      'with an account after the first entry',
      insertedBefore('<Acct/>', '</Stmt>'),
      'Acct is after the first Ntry.',
    ],
  ])('%s', async (_, content, message) => {
    expect(await rejection(content)).toMatchObject({ message });
  });

  test.each([
    ['an id twice', '<Id>S-1</Id>', '<Id>1</Id><Id>2</Id>', 'Id occurs more than once in Stmt.'],
    ['no account', '<Acct>', '<Act>', 'The XML is not well-formed in Stmt.'],
    ['two amounts in an entry', '<Sts>', '<Amt Ccy="EUR">1</Amt><Sts>', 'Amt occurs more than once in Ntry.'],
    ['no amount in an entry', '<Amt Ccy="EUR">10.00</Amt>', '', 'Amt is missing in Ntry.'],
    ['no direction in an entry', '<CdtDbtInd>CRDT</CdtDbtInd>', '', 'CdtDbtInd is missing in Ntry.'],
    ['an unknown direction', '>CRDT<', `>${secret}<`, 'CdtDbtInd is neither CRDT nor DBIT.'],
    ['an amount without a currency', ' Ccy="EUR"', '', 'Amt has no currency.'],
    ['an unknown currency', 'Ccy="EUR"', `Ccy="${secret}"`, 'The currency of Amt is not a code of ISO 4217.'],
    [
      'a name of an object property as a currency',
      'Ccy="EUR"',
      'Ccy="__proto__"',
      'The currency of Amt is not a code of ISO 4217.',
    ],
    ['an amount that is text', '10.00', secret, 'Amt is not an amount.'],
    ['a negative amount', '10.00', '-10.00', 'Amt is not an amount.'],
    ['an amount with an exponent', '10.00', '1e3', 'Amt is not an amount.'],
    ['an amount with too many decimals', '10.00', '10.005', 'Amt is not an amount.'],
    ['an amount with 19 digits', '10.00', `${'9'.repeat(17)}.99`, 'Amt is not an amount.'],
    [
      'a date that does not exist',
      '</Sts>',
      '</Sts><BookgDt><Dt>2025-02-30</Dt></BookgDt>',
      'Dt is not a date.',
    ],
    ['a date that is text', '</Sts>', `</Sts><ValDt><DtTm>${secret}</DtTm></ValDt>`, 'DtTm is not a date.'],
    [
      'a sequence number that is text',
      '<Acct>',
      `<ElctrncSeqNb>${secret}</ElctrncSeqNb><Acct>`,
      'ElctrncSeqNb is not a number.',
    ],
    [
      'a reversal that is neither true nor false',
      '<Sts>',
      `<RvslInd>${secret}</RvslInd><Sts>`,
      'RvslInd is neither true nor false.',
    ],
    [
      'two groups of a batch in one',
      '</Sts>',
      '</Sts><NtryDtls><Btch/><Btch/></NtryDtls>',
      'Btch occurs more than once in NtryDtls.',
    ],
  ])('with %s', async (_, part, replacement, message) => {
    const content = valid.replace(part, replacement);
    expect(content).not.toBe(valid);
    const error = await rejection(content);
    expect(error.message).toBe(message);
    expect(error.message).not.toContain(secret);
    expect(error.line).toBe(2);
  });

  test('without the status of an entry in a notification', async () => {
    const notice = statementElement('Ntfctn', { entries: entry().replace('<Sts><Cd>BOOK</Cd></Sts>', '') });
    const content = `<BkToCstmrDbtCdtNtfctn>${groupHeader}${notice}</BkToCstmrDbtCdtNtfctn>`;
    expect(await rejection(xml('camt.054.001.08', content))).toMatchObject({
      message: 'Sts is missing in Ntry.',
    });
  });
});

describe('limits', () => {
  const attributes = (count: number) =>
    Array.from({ length: count }, (_, index) => ` a${index}="1"`).join('');
  const information = (text: string) =>
    statement({ entries: entry({ after: `<AddtlNtryInf>${text}</AddtlNtryInf>` }) });
  const skipped = (text: string) => statement({ entries: entry({ after: `<Other>${text}</Other>` }) });
  // Document, BkToCstmrStmt, Stmt, Ntry and Other are above.
  const innerDepth = maxDepth - 5;

  test.each([
    ['nested', skipped(nested(innerDepth)), skipped(nested(innerDepth + 1)), 'Elements are nested'],
    [
      'with long texts',
      information('x'.repeat(maxTextLength)),
      information('x'.repeat(maxTextLength + 1)),
      'AddtlNtryInf has more',
    ],
    [
      'with texts of many parts',
      information(`<![CDATA[${'x'.repeat(maxTextLength - 1)}]]>&amp;`),
      information(`<![CDATA[${'x'.repeat(maxTextLength)}]]>&amp;`),
      'AddtlNtryInf has more',
    ],
    [
      'with many attributes',
      valid.replace('<Acct>', `<Acct${attributes(maxAttributes)}>`),
      valid.replace('<Acct>', `<Acct${attributes(maxAttributes + 1)}>`),
      'An element has more than 20 attributes.',
    ],
    [
      'with many elements in one',
      statement({ entries: movement('<X/>'.repeat(maxElements - 1)) }),
      statement({ entries: movement('<X/>'.repeat(maxElements)) }),
      'An element has more than 20000 elements.',
    ],
    [
      'with many elements in an entry',
      statement({ entries: entry({ after: '<Chrgs/>'.repeat(maxParts - 3) }) }),
      statement({ entries: entry({ after: '<Chrgs/>'.repeat(maxParts - 2) }) }),
      'Chrgs occurs too often.',
    ],
  ])('apply to files %s', async (_, atLimit, aboveLimit, message) => {
    expect(entriesOf(await readAll(atLimit))).toHaveLength(1);
    expect((await rejection(aboveLimit)).message).toContain(message);
  });

  const long = 'x'.repeat(2 * maxTokenLength);
  test.each([
    ['a comment', insertedBefore(`<!--${long}-->`, '<Stmt>')],
    ['a processing instruction', insertedBefore(`<?x ${long}?>`, '<Stmt>')],
    ['an attribute', valid.replace('<Acct>', `<Acct a="${long}">`)],
    ['the name of an element', insertedBefore(`<${long}/>`, '<Stmt>')],
    ['the name of an entity', valid.replace('S-1', `&${long};`)],
    ['white space before the root', insertedBefore(' '.repeat(2 * maxTokenLength), '<Document')],
    ['a DOCTYPE', doctype(`[<!ENTITY a "${long}">]`)],
    ['a text that is not read', insertedBefore(`<Other>${long}</Other>`, '<Stmt>')],
  ])('apply to %s', async (_, content) => {
    expect((await rejection(content)).message).toBe(`More than ${maxTokenLength} characters have no tag.`);
  });

  test('apply to the number of details of an entry', async () => {
    const details = (count: number) =>
      statement({ entries: entry({ after: `<NtryDtls>${'<TxDtls/>'.repeat(count)}</NtryDtls>` }) });
    expect(entriesOf(await readAll(details(maxDetails), { size: 65_536 }))[0]?.details).toHaveLength(
      maxDetails,
    );
    expect((await rejection(details(maxDetails + 1))).message).toContain(
      `Ntry has more than ${maxDetails} details`,
    );
  });
});

test('other work runs while one large chunk is read', async () => {
  const bytes = utf8(statement({ entries: entry().repeat(10_000) }));
  let turns = 0;
  let isReading = true;
  const countTurns = (): void => {
    turns += 1;
    if (isReading) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  for await (const _ of readIso20022(streamOf([bytes]))) {
    // Only the turns count.
  }
  isReading = false;
  expect(turns).toBeGreaterThan(bytes.length / 65_536);
});

test('a file with any damage is read, or is unreadable', async () => {
  const details =
    '<Refs><EndToEndId>E</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf><RmtInf><Ustrd>x</Ustrd></RmtInf>';
  const bytes = utf8(statement({ entries: movement(details) }));
  const damage = fc.record({
    at: fc.nat({ max: bytes.length }),
    removed: fc.nat({ max: 40 }),
    inserted: fc.oneof(
      fc.constantFrom('<', '>', '</', '/>', '&', '&#0;', ']]>', '<!--', '<Ntry>', '</Ntry>', '<Amt/>', '"'),
      fc.string({ maxLength: 10 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(damage, fc.integer({ min: 1, max: 300 }), async ({ at, removed, inserted }, size) => {
      const damaged = Buffer.concat([bytes.subarray(0, at), utf8(inserted), bytes.subarray(at + removed)]);
      const outcome = await readAll(damaged, { size }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UnreadableBankFile);
      else expect(outcome).toContainEqual(expect.objectContaining({ record: 'statement-end' }));
    }),
    { numRuns: 500 },
  );
});

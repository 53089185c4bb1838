/** Lists in files: formats, encodings, other names, and files that cannot be used. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLists } from '../../../src/rails/screening/read-lists.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads files with these contents, in this order. */
function read(...contents: (string | Uint8Array)[]) {
  const paths = contents.map((content, index) => {
    const path = join(folder, `list-${index + 1}`);
    writeFileSync(path, content);
    return path;
  });
  return readLists(paths);
}

/** The entries that match a name completely. */
async function exact(name: string, ...contents: (string | Uint8Array)[]) {
  const { index } = await read(...contents);
  const search = index.search(name, 'PERSON', 100);
  for (;;) {
    const step = search.next();
    if (step.done) return step.value.map(({ entry }) => entry);
  }
}

const header = 'id,name,aliases,birthDate,country,program\n';
const sdn =
  '306,"BANCO NACIONAL DE CUBA",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"a.k.a. \'BNC\'."\r\n' +
  '2674,"ABBAS, Abu","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1948; alt. DOB 1949; POB Safed."\r\n\u001a\r\n';
const alt = '2674,12,"a.k.a.","ZAYDAN, Muhammad",-0- \r\n';

const ofacXml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="http://tempuri.org/sdnList.xsd"><publshInformation><Record_Count>1</Record_Count></publshInformation>
<sdnEntry><uid>2674</uid><firstName>Abu</firstName><lastName>ABBAS</lastName><sdnType>Individual</sdnType>
<programList><program>SDGT</program><program>NS-PLC</program></programList>
<akaList><aka><uid>12</uid><type>a.k.a.</type><lastName>ZAYDAN</lastName><firstName>Muhammad</firstName></aka></akaList>
<dateOfBirthList><dateOfBirthItem><uid>1</uid><dateOfBirth>10 Dec 1948</dateOfBirth></dateOfBirthItem></dateOfBirthList></sdnEntry></sdnList>`;

const euXml = `<export generationDate="2026-01-01"><sanctionEntity logicalId="13"><regulation programme="IRQ"/><subjectType code="person"/>
<nameAlias wholeName="Abu Abbas" firstName="Abu"/><nameAlias wholeName="Muhammad Zaydan"/>
<citizenship countryIso2Code="IQ"/><birthdate year="1948" birthdate="1948-12-10"/></sanctionEntity></export>`;

const unXml = `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>690</DATAID><FIRST_NAME>Abu</FIRST_NAME><SECOND_NAME>Abbas</SECOND_NAME>
<UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE><INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Muhammad Zaydan</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1948</YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL></INDIVIDUALS>
<ENTITIES><ENTITY><DATAID>691</DATAID><FIRST_NAME>Northern Steel</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;

describe('each format has the entry with its other name', () => {
  test.each([
    ['CSV of OFAC', [sdn, alt], 'OFAC:2674', ['1948-12-10', '1949'], 'SDGT', undefined],
    ['XML of OFAC', [ofacXml], 'OFAC:2674', ['1948-12-10'], 'SDGT, NS-PLC', undefined],
    ['XML of the European Union', [euXml], 'EU:13', ['1948-12-10'], 'IRQ', 'IQ'],
    ['XML of the United Nations', [unXml], 'UN:690', ['1948'], 'Al-Qaida', undefined],
    [
      'plain CSV',
      [`${header}7,"Abbas, Abu",Muhammad Zaydan;Abu Khalid,1948-12-10,iq,Own list\n`],
      '7',
      ['1948-12-10'],
      'Own list',
      'IQ',
    ],
  ])('%s', async (_, contents, id, birthDates, program, country) => {
    for (const name of ['Abu Abbas', 'Muhammad Zaydan']) {
      expect(await exact(name, ...contents)).toMatchObject([{ id, birthDates, program, country }]);
    }
  });

  test('an organisation of the list of the United Nations', async () => {
    expect(await exact('Northern Steel', unXml)).toMatchObject([{ id: 'UN:691', kind: 'ORGANISATION' }]);
  });
});

test('files in several formats are one list', async () => {
  expect((await exact('Abu Abbas', sdn, alt, euXml, unXml)).map(({ id }) => id).sort()).toEqual([
    'EU:13',
    'OFAC:2674',
    'UN:690',
  ]);
});

test('a file that is not in UTF-8 is read as Latin-1', async () => {
  const [found] = await exact('Jose Munoz', Buffer.from(`${header}1,José Muñoz,,,,\n`, 'latin1'));
  expect(found?.names).toEqual(['José Muñoz']);
});

test('a byte order mark is no part of the header', async () => {
  expect(await exact('Ada Lovelace', `\ufeff${header}1,Ada Lovelace,,,,\n`)).toHaveLength(1);
});

test('the version is that of the contents, in any order of the files', async () => {
  const { version } = await read(sdn, alt);
  expect(version).toMatch(/^[0-9a-f]{64}$/);
  expect((await read(alt, sdn)).version).toBe(version);
  expect((await read(sdn, `${alt}2674,13,"a.k.a.","KHALID, Abu",-0- \r\n`)).version).not.toBe(version);
});

describe('a file that cannot be used is named with its line, and nothing of it is shown', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(100)}">]><sdnList><sdnEntry><uid>1</uid><lastName>&a;</lastName></sdnEntry></sdnList>`;
  test.each([
    ['an empty file', '', 'list-1 is not a list in a known format'],
    ['text', 'Secret Person\n', 'list-1 is not a list in a known format'],
    ['a header alone', header, 'list-1 has no entries'],
    [
      'a line with a field less',
      `${header}1,Ada,,,,\n2,Secret Person,,,\n`,
      'list-1 line 3 has 5 fields and not 6',
    ],
    [
      'a line of another format',
      `${sdn.slice(0, -3)}306,Secret Person\r\n`,
      'list-1 line 3 has 2 fields and not 12',
    ],
    ['a quotation mark that does not end', `${header}1,"Secret Person,,,,\n`, 'list-1 line 2 is not CSV'],
    ['a line without a name', `${header}1,,,,,\n`, 'list-1 line 2 must have a name'],
    [
      'a line without an id',
      `${header},Secret Person,,,,\n`,
      'list-1 line 2 must have an id of 1 to 100 characters',
    ],
    [
      'an id twice',
      `${header}1,Ada,,,,\n1,Secret Person,,,,\n`,
      'list-1 line 3 has an id that another entry has',
    ],
    ['a name of no entry', alt, 'list-1 line 1 has a name of an entry that no file has'],
    [
      'a name that is too long',
      `${header}1,${'a'.repeat(1001)},,,,\n`,
      'list-1 line 2 must have names of at most 1000 characters',
    ],
    [
      'too many names',
      `${header}1,a,${Array.from({ length: 1001 }, (_, index) => index).join(';')},,,\n`,
      'list-1 line 2 must have at most 1000 names',
    ],
    ['a line of a megabyte', `${header}1,${'a'.repeat(1_000_000)}`, 'list-1 line 2 is not CSV'],
    [
      'XML of something else',
      '<html><b>Secret</b></html>',
      'list-1 line 1 is not a list of OFAC, the European Union or the United Nations',
    ],
    ['XML that ends early', '<sdnList><sdnEntry>', 'list-1 line 1 is not well-formed XML'],
    ['an entity that is declared', entities, 'list-1 line 1 is not well-formed XML'],
    [
      'XML that is nested deeply',
      `<sdnList><sdnEntry>${'<a>'.repeat(40)}`,
      'list-1 line 1 is nested deeper than 30 elements',
    ],
    [
      'an entry of two megabytes',
      `<sdnList><sdnEntry><lastName>${'a'.repeat(2_000_000)}`,
      'list-1 line 1 has an entry that is too large',
    ],
  ])('%s', async (_, content, message) => {
    await expect(read(content)).rejects.toMatchObject({ message: `SCREENING_LIST ${message}` });
  });

  test('a file that does not exist', async () => {
    await expect(readLists([join(folder, 'absent')])).rejects.toThrow('SCREENING_LIST absent cannot be read');
  });
});

/**
 * Names use the words of the field: `docs/glossary.md` lists the words that no exported name and no file name contains.
 * Titles of tests do not contain the clearest of them.
 */
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { sourceFilesIn } from '../support/source-files.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** `createHTTPServer2`, `create-http-server` and `CREATE_HTTP_SERVER` have the same words. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

interface Phrase {
  readonly words: readonly string[];
  /** Whether only a name that starts with the words is dialect. */
  readonly isPrefix: boolean;
}

/** The left column of the table "Words we do not use". */
function unusedPhrases(): Phrase[] {
  const [, section = ''] = read('docs/glossary.md').split('## Words we do not use');
  const rows = section.split('\n').filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => ({
      words: phrase.replace('…', '').split(' '),
      isPrefix: phrase.endsWith('…'),
    })),
  );
}

/** Every name that the published schema declares, in words. */
function wireNames(): string[][] {
  const schema = buildSchema(read('schema/schema.graphql'));
  const names = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isIntrospectionType(type)) return [];
    if (isEnumType(type)) return [type.name, ...type.getValues().map(({ name }) => name)];
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [type.name];
    const fields: { name: string; args?: readonly { name: string }[] }[] = Object.values(type.getFields());
    const args = fields.flatMap((field) => (field.args ?? []).map(({ name }) => name));
    return [type.name, ...fields.map(({ name }) => name), ...args];
  });
  return [...new Set(names)].map(wordsOf);
}

const startsAt = (words: readonly string[], at: number, part: readonly string[]): boolean =>
  part.every((word, index) => words[at + index] === word);

const phrases = unusedPhrases();
const wire = wireNames().filter((name) =>
  phrases.some((phrase) => name.some((_, at) => startsAt(name, at, phrase.words))),
);

/** The words that a name of the published schema covers are replaced by one that matches no phrase. */
const withoutWireNames = (words: readonly string[]): string[] => {
  const rest = [...words];
  for (const name of wire) {
    for (let at = 0; at + name.length <= rest.length; at += 1) {
      if (startsAt(rest, at, name)) rest.splice(at, name.length, '*');
    }
  }
  return rest;
};

/** The first phrase that the name contains. */
function unusedPhraseIn(name: string): string | undefined {
  const words = withoutWireNames(wordsOf(name));
  const found = phrases.find((phrase) =>
    phrase.isPrefix
      ? startsAt(words, 0, phrase.words)
      : words.some((_, at) => startsAt(words, at, phrase.words)),
  );
  return found?.words.join(' ');
}

const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const enum|const|let|function\*?|class|interface|type|enum) ([A-Za-z0-9_$]+)/gm;
const list = /^export (?:type |const )?\{([^}]*)\}/gm;

const exportsOf = (code: string): string[] => [
  ...[...code.matchAll(declaration)].map(([, name = '']) => name),
  ...[...code.matchAll(list)].flatMap(([, names = '']) =>
    names.split(',').flatMap(
      (one) =>
        one
          .trim()
          .split(/\s+|:\s*/)
          .at(-1) || [],
    ),
  ),
];

const files = ['src', 'schema', 'test', 'client/src', 'client/test']
  .flatMap(sourceFilesIn)
  // Made from the schema and the documents of the tests.
  .filter(({ path }) => !path.startsWith('test/graphql/'));

test('the table and the names were read', () => {
  expect(phrases.length).toBeGreaterThan(50);
  expect(files.flatMap(({ code }) => exportsOf(code)).length).toBeGreaterThan(1_000);
  expect(unusedPhraseIn('answerOf')).toBe('answer');
  expect(unusedPhraseIn('isInHouse')).toBe('in house');
  expect(unusedPhraseIn('mostRows')).toBe('most');
  expect(unusedPhraseIn('atMost')).toBeUndefined();
});

test('no exported name contains a word that we do not use', () => {
  const found = files.flatMap(({ path, code }) =>
    exportsOf(code).flatMap((name) => {
      const phrase = unusedPhraseIn(name);
      return phrase ? [`${path}: ${name} (${phrase})`] : [];
    }),
  );
  expect(found).toEqual([]);
});

test('no file name contains a word that we do not use', () => {
  const found = files.flatMap(({ path }) => {
    const phrase = path.replace(/\.ts$/, '').split('/').map(unusedPhraseIn).find(Boolean);
    return phrase ? [`${path} (${phrase})`] : [];
  });
  expect(found).toEqual([]);
});

/** A title is the first text of `describe`, `test` or `each(…)(`, or of a row of `each`. */
const title =
  /^\s*(?:(?:describe|test)(?:\.\w+)*(?:\([^\n]*?\))?|\](?: as const)?\))\(\s*(['"`])(.*?)(?<!\\)\1,/gm;
const rowTitle = /^ {2,}\[?(['"`])([^'"`\n]* [^'"`\n]*)\1,/gm;

const titlesOf = (code: string): string[] =>
  [...code.matchAll(title), ...code.matchAll(rowTitle)].map(([, , text = '']) => text);

/** The words of the table that a title never needs: a specification names its subject and what the subject does. */
const unusedInTitles =
  /\b(?:told|tells?|ask(?:s|ed|ing)?|nobody|somebody|anybody|everybody|whoever|whom|begun|crowds?|refus(?:e[sd]?|ing|al)|answer(?:s|ed|ing)?)\b/i;

test('no title of a test contains a word that we do not use', () => {
  const tests = files.filter(({ path }) => path.endsWith('.test.ts'));
  expect(tests.flatMap(({ code }) => titlesOf(code)).length).toBeGreaterThan(2_500);
  const found = tests.flatMap(({ path, code }) =>
    titlesOf(code).flatMap((text) => {
      const [word] = unusedInTitles.exec(text) ?? [];
      return word ? [`${path}: ${text} (${word})`] : [];
    }),
  );
  expect(found).toEqual([]);
});

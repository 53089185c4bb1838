/** Finds the regular expression literals of source files: a scanner that skips strings, templates and comments. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourcePattern {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

export const sourceFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => join(folder, name)),
  );

/** After these a slash starts a pattern; after a name, a number or a closing bracket it divides. */
const beforePattern = /(?:^|[=(,[!&|?:;{}>+*%~^<-]|\b(?:return|typeof|case|in|of)) ?$/;

/** The end of a string that starts at `start`, after its closing quote. */
function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  throw new Error(`a string without end at ${start}`);
}

/** The end of a pattern's body: the slash that is neither escaped nor in a class. */
function endOfPattern(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return at;
    else if (char === '\n') break;
  }
  throw new Error(`a pattern without end at ${start}: ${text.slice(start, start + 60)}`);
}

/** Every pattern literal of one file. */
export function patternsOf(file: string): SourcePattern[] {
  const text = readFileSync(file, 'utf8');
  const found: SourcePattern[] = [];
  /** For each open template, the number of open braces in its expression. */
  const templates: number[] = [];
  let before = '';
  let at = 0;
  const skipTemplate = (): void => {
    while (at < text.length) {
      if (text[at] === '\\') at += 2;
      else if (text[at] === '`') {
        at += 1;
        before = '`';
        return;
      } else if (text.startsWith('${', at)) {
        at += 2;
        templates.push(0);
        before = '{';
        return;
      } else at += 1;
    }
  };
  while (at < text.length) {
    const char = text[at] as string;
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 2;
    else if (char === "'" || char === '"') {
      at = endOfString(text, at);
      before = '"';
    } else if (char === '`') {
      at += 1;
      skipTemplate();
    } else if (char === '}' && templates.at(-1) === 0) {
      templates.pop();
      at += 1;
      skipTemplate();
    } else if (char === '/' && beforePattern.test(before)) {
      const end = endOfPattern(text, at);
      const flags = /^[a-z]*/.exec(text.slice(end + 1, end + 9))?.[0] ?? '';
      found.push({
        file,
        line: text.slice(0, at).split('\n').length,
        source: text.slice(at + 1, end),
        flags,
      });
      at = end + 1 + flags.length;
      before = ')';
    } else {
      const open = templates.length - 1;
      if (char === '{' && open >= 0) templates[open] = (templates[open] ?? 0) + 1;
      if (char === '}' && open >= 0) templates[open] = (templates[open] ?? 0) - 1;
      if (!/\s/.test(char)) before = `${before}${char}`.slice(-12);
      else if (/\w$/.test(before)) before = `${before} `.slice(-12);
      at += 1;
    }
  }
  return found;
}

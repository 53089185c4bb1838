/** What was measured against what is asked: one table, for people, for machines, and in docs/operations/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/kernel/project.ts';

export interface Line {
  readonly budget: string;
  /** What is asked is a bound on this side. */
  readonly asked: readonly ['at least' | 'at most', number];
  readonly measured: number;
  /** Stands after both figures; nothing for a ratio or a count. */
  readonly unit?: 'ms' | 's' | 'MB' | '/s';
  /** How many decimals the figures are told with. */
  readonly decimals?: number;
  /** What the figure is made of. */
  readonly detail?: string;
}

export interface Surroundings {
  readonly database: string;
  readonly node: string;
  readonly cpu: string;
  readonly when: string;
}

export const surroundings = (database: string): Surroundings => ({
  database,
  node: process.version,
  cpu: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  when: new Date().toISOString().slice(0, 10),
});

export const isMet = ({ asked: [side, bound], measured }: Line): boolean =>
  side === 'at least' ? measured >= bound : measured <= bound;

const figure = (value: number, { unit, decimals = 2 }: Line): string =>
  `${value.toFixed(decimals)}${unit === undefined ? '' : unit === '/s' ? '/s' : ` ${unit}`}`;

const boundOf = (line: Line): string => {
  const [side, bound] = line.asked;
  const exact = Number.isInteger(bound) ? String(bound) : bound.toFixed(line.decimals ?? 2);
  return `${side} ${exact}${line.unit === undefined ? '' : line.unit === '/s' ? '/s' : ` ${line.unit}`}`;
};

/** The table as Markdown, the surroundings below it. */
export function tableOf(lines: readonly Line[], { database, node, cpu, when }: Surroundings): string {
  const rows = lines.map((line) =>
    [
      line.budget,
      boundOf(line),
      figure(line.measured, line),
      isMet(line) ? 'kept' : '**missed**',
      line.detail ?? '',
    ].join(' | '),
  );
  return [
    '| budget | asked | measured | verdict | of |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
    `${database}, Node ${node}, ${cpu}, ${when}.`,
    '',
  ].join('\n');
}

export const jsonOf = (lines: readonly Line[], around: Surroundings): string =>
  JSON.stringify(
    { ...around, lines: lines.map((line) => ({ ...line, verdict: isMet(line) ? 'kept' : 'missed' })) },
    null,
    2,
  );

const [begin, end] = ['<!-- bench: begin -->\n', '<!-- bench: end -->\n'];

/** Puts the table in docs/operations/performance.md. */
export function writeReadme(table: string): void {
  const path = join(projectRoot, 'docs/operations/performance.md');
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('The document has no place for the table.');
  writeFileSync(path, text.slice(0, from + begin.length) + table + text.slice(to));
}

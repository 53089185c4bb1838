/** The gauges of screening: matches that wait for a person. Every process reports the whole database. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../infrastructure/database/client.ts';
import { type Gauge, gaugesOf, readNumbers } from '../../infrastructure/observability/gauge.ts';

export function screeningGauges({ orm }: Database): readonly Gauge[] {
  const gauge = gaugesOf(() =>
    readNumbers(orm, {
      openMatches: sql`select count(*) from screening_matches where status = 'OPEN'`,
      unfinishedRuns: sql`select count(*) from screening_runs where finished_at is null`,
    }),
  );
  return [
    gauge(
      'payments_screening_open_matches',
      'Matches with sanctions lists that are not decided.',
      ({ openMatches }) => openMatches,
    ),
    gauge(
      'payments_screening_unfinished_runs',
      'Platforms whose customers are being screened with new lists.',
      ({ unfinishedRuns }) => unfinishedRuns,
    ),
  ];
}

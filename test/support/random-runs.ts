/**
 * Numbers of random cases. A test of the suite has few, with another seed in each run; `RANDOM_RUNS=all npm test` has many.
 * What a failure prints repeats its case.
 */
const runsAll = process.env['RANDOM_RUNS'] === 'all';

export const randomRuns = (usual: number, all: number): number => (runsAll ? all : usual);

// What failed in a vitest JSON report: `files`, or `reasons`, a line for each test. Exit code 1 when the report names
// nothing: then the runner came down, or something failed outside of every test.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [what, report] = process.argv.slice(2);
const failed = read(report).filter((file) => file.status === 'failed');
const told = failed.flatMap((file) => {
  const name = relative(process.cwd(), file.name);
  return what === 'files' ? [name] : reasons(file).map((reason) => `${name}: ${reason}`);
});
for (const line of told) console.log(line);
process.exitCode = failed.length > 0 ? 0 : 1;

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    return [];
  }
}

function reasons(file) {
  const tests = file.assertionResults.filter((test) => test.status === 'failed');
  const named = tests.map((test) => `${test.fullName}: ${brief(test.failureMessages[0])}`);
  return named.length > 0 ? named : [brief(file.message)];
}

function brief(message = '') {
  return message.split('\n').slice(0, 6).join(' | ').slice(0, 600);
}

/** Runs before all tests: makes the build, which tests start as processes, and the template databases. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../../src/kernel/project.ts';
import { makeTemplates } from './template-database.ts';

// The build rewrites only what has changed, so a build of a test does not disturb running processes.
const build = async () =>
  void (await promisify(execFile)(process.execPath, [join(projectRoot, 'build.mjs')], { cwd: projectRoot }));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.onTestsRerun(build);
  const [removeTemplates] = await Promise.all([makeTemplates(), build()]);
  return removeTemplates;
}

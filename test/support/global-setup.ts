/** Before any test: the build, which tests start as processes, and the template databases. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../../src/kernel/project.ts';
import { makeTemplates } from './template-database.ts';

const build = async () =>
  void (await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: projectRoot }));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.onTestsRerun(build);
  await build();
  return makeTemplates();
}

/** Before any test: the build that `npm start` makes, which is what tests start as a process of its own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../../src/kernel/project.ts';

// What has not changed is not written again, so that a build which a test makes besides does no harm to what runs.
const build = () =>
  void execFileSync(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
    cwd: projectRoot,
  });

export default function setup(project: TestProject): void {
  build();
  project.onTestsRerun(async () => build());
}

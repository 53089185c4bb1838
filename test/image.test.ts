/** The container image is built where this is tested by reading only: no container runtime is needed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../src/kernel/project.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

const [, buildStage = ''] = read('Dockerfile').split(/^FROM /m);

/** The files and folders that the stage of the build has. */
const copied = [...buildStage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) =>
  sources.split(' '),
);

describe('the image', () => {
  test('has every file that the build reads, so also the console', () => {
    const calls = [...read('build.mjs').matchAll(/digest: digestOf\(([\s\S]*?)\n {2}\)/g)];
    const inputs = calls.flatMap(([, call = '']) =>
      [...call.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
    );
    expect(inputs).toEqual(expect.arrayContaining(['src', 'client/src', 'console/src', 'console/public']));
    const isCopied = (path: string) =>
      copied.some((source) => path === source || path.startsWith(`${source}/`));
    expect(inputs.filter((path) => !isCopied(path))).toEqual([]);
  });

  test('installs the dependencies of every workspace', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const [beforeInstall = ''] = buildStage.split('RUN npm ci');
    const missing = workspaces.filter(
      (name) => !beforeInstall.includes(`COPY ${name}/package.json ${name}/`),
    );
    expect(missing).toEqual([]);
  });

  test('is built from a context that has what it copies', () => {
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    expect(copied.filter((path) => !allowed.includes(path.split('/')[0]))).toEqual([]);
  });
});

/** Profiles: addresses and tokens in a file that only its owner can read. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, exitCodes, usageError } from './errors.ts';
import type { Io } from './io.ts';

export interface Profile {
  readonly url: string;
  readonly token: string;
}

interface Profiles {
  /** The profile that commands use without `--profile`. */
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

type Env = Io['env'];

/** A file in the folder of XDG_CONFIG_HOME, else APPDATA on Windows, else `~/.config`. */
export function configFile(env: Env, name: string): string {
  const home = env['HOME'] || homedir();
  const folder =
    env['XDG_CONFIG_HOME'] ||
    (process.platform === 'win32' ? env['APPDATA'] : undefined) ||
    join(home, '.config');
  return join(folder, 'payments', name);
}

export const profilesFile = (env: Env): string => configFile(env, 'profiles.json');

export function checkProfileName(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,49}$/.test(name)) return name;
  throw usageError('The name of a profile has 1 to 50 letters, digits, dots, hyphens and underscores.');
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): Profiles | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || !isRecord(value['profiles'])) return undefined;
  const profiles = new Map<string, Profile>();
  for (const [name, profile] of Object.entries(value['profiles'])) {
    if (!isRecord(profile)) return undefined;
    const { url, token } = profile;
    if (typeof url !== 'string' || typeof token !== 'string') return undefined;
    profiles.set(name, { url, token });
  }
  const { current } = value;
  return { current: typeof current === 'string' ? current : undefined, profiles };
}

const isMissing = (error: unknown): boolean => isRecord(error) && error['code'] === 'ENOENT';

/**
 * The text of a file with tokens; undefined where there is none.
 *
 * @throws CommandError if other users can read it.
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CommandError(exitCodes.credentials, `Other users can read ${path}.`, {
        code: 'EXPOSED_CREDENTIALS',
        hint: `Run: chmod 600 '${path}'. If others use this computer, delete the tokens in it and create new ones.`,
      });
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function readProfiles(env: Env): Promise<Profiles> {
  const path = profilesFile(env);
  const text = await readPrivateFile(path);
  if (text === undefined) return { current: undefined, profiles: new Map() };
  const profiles = parse(text);
  if (profiles) return profiles;
  throw new CommandError(exitCodes.credentials, `${path} is damaged.`, {
    code: 'DAMAGED_PROFILES',
    hint: 'Delete it, then run `payments login`.',
  });
}

/** Writes a file completely or not at all, readable by its owner only. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flag: 'wx' });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

export async function writeProfiles(env: Env, { current, profiles }: Profiles): Promise<void> {
  const value = { current, profiles: Object.fromEntries(profiles) };
  await writePrivateFile(profilesFile(env), `${JSON.stringify(value, undefined, 2)}\n`);
}

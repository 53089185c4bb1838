/**
 * Names of files in an exchange. Our names are short and plain. A bank chooses the names of incoming files.
 *
 * Decision: an incoming name is listed with every other byte than `A-Z a-z 0-9 . _ -` as `%` and two hexadecimal digits. So it
 * is safe in a log, a page and a path, two files never have the same listed name, and the original name can be computed.
 * Names that contain a slash, a backslash or a null byte are no names of a file in a folder, and are not listed.
 */
import { invariant } from '../../kernel/errors.ts';

const ownName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/;
const listedName = /^(?:[A-Za-z0-9._-]|%[0-9A-F]{2}){1,255}$/;

/** The max bytes of a file name on common file systems. */
const maxNameBytes = 255;
const dot = 0x2e;
const separators = [0x00, 0x2f, 0x5c];

/** The suffix of a staged file. */
const stagedSuffix = '.part';

/** Suffixes that programs give to files that are not complete. */
const temporarySuffix =
  /(?:\.(?:part|partial|filepart|tmp|temp|writing|incomplete|inprogress|crdownload|swp|lock)|~|%7E)$/i;

/** Checks the name of an outgoing file. Our own code makes these names, so a wrong one is a bug. */
export function requireOwnName(name: string): string {
  invariant(
    ownName.test(name) && !temporarySuffix.test(name),
    'a file name has 1 to 120 characters of A-Z, a-z, 0-9, dot, underscore and hyphen, and no temporary suffix',
  );
  return name;
}

export const stagedNameOf = (name: string): string => `${requireOwnName(name)}${stagedSuffix}`;

const isOneName = (bytes: Uint8Array): boolean =>
  bytes.length > 0 &&
  bytes.length <= maxNameBytes &&
  bytes[0] !== dot &&
  !bytes.some((byte) => separators.includes(byte));

/** The listed name of an incoming file, or `undefined` for a hidden or temporary file and for what is not a file name. */
export function listedNameOf(original: Uint8Array): string | undefined {
  if (!isOneName(original)) return undefined;
  const name = Array.from(original, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
  return temporarySuffix.test(name) ? undefined : name;
}

/** The original bytes of a listed name. Other texts are bugs: no path can be made of them. */
export function originalNameOf(name: string): Buffer {
  const parts = listedName.test(name) ? (name.match(/%..|[^%]/g) ?? []) : [];
  const bytes = Buffer.from(
    parts.map((part) => (part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0))),
  );
  invariant(isOneName(bytes), 'the name was listed by the exchange');
  return bytes;
}

/** The name in the archive: modification time, then as much of the original name as fits in a file name. */
export function archivedNameOf(original: Uint8Array, modifiedAt: Date): Buffer {
  const prefix = `${modifiedAt.toISOString().replace(/[-:.]/g, '')}-`;
  return Buffer.concat([Buffer.from(prefix), original]).subarray(0, maxNameBytes);
}

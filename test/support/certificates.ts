/** Attestation certificates for a software passkey, written in DER by hand. Source: RFC 5280; WebAuthn, 8.2.1. */
import { type ClientKeyPair, signBytes } from './wallet-client.ts';

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

const nameOids = { C: '550406', O: '55040a', OU: '55040b', CN: '550403' } as const;
export type Subject = Partial<Record<keyof typeof nameOids, string>>;

const name = (subject: Subject): Buffer =>
  sequence(
    ...Object.entries(subject).map(([part, text]) =>
      der(0x31, sequence(oid(nameOids[part as keyof Subject]), der(0x0c, Buffer.from(text)))),
    ),
  );

/** The subject that WebAuthn requires of a packed attestation certificate. */
export const attestationSubject: Subject = {
  C: 'US',
  O: 'Example',
  OU: 'Authenticator Attestation',
  CN: 'Example authenticator',
};

/** A version 3 certificate for `keys`, signed by `issuer`, valid from 2020 to 2049; a CA certificate only on request. */
export function certificate({
  keys,
  issuer,
  subject = attestationSubject,
  issuerSubject = { C: 'US', O: 'Example', CN: 'Example root' },
  ca = false,
}: {
  keys: ClientKeyPair;
  issuer: ClientKeyPair;
  subject?: Subject;
  issuerSubject?: Subject;
  ca?: boolean;
}): Buffer {
  const time = (text: string): Buffer => der(0x17, Buffer.from(text));
  const point = Buffer.from(keys.publicKey, 'hex');
  const basicConstraints = sequence(...(ca ? [der(0x01, Buffer.of(0xff))] : []));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name(issuerSubject),
    sequence(time('200101000000Z'), time('491231235959Z')),
    name(subject),
    sequence(sequence(oid('2a8648ce3d0201'), oid('2a8648ce3d030107')), der(0x03, Buffer.of(0), point)),
    der(0xa3, sequence(sequence(oid('551d13'), der(0x04, basicConstraints)))),
  );
  return sequence(body, ecdsaWithSha256, der(0x03, Buffer.of(0), signBytes(body, issuer)));
}

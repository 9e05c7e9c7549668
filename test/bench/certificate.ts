import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Encodes a value as ASN.1 (DER): its tag, length and content. */
const der = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const size = Buffer.from(body.length.toString(16).padStart(body.length < 0x100 ? 2 : 4, '0'), 'hex');
  const length = body.length < 0x80 ? size : Buffer.concat([Buffer.from([0x80 | size.length]), size]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);

const DAY_MS = 24 * 60 * 60 * 1000;
const SHA256_WITH_RSA = sequence(oid('2a864886f70d01010b'), der(0x05));
const NAME = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
/** The extension with the host name `localhost`, which clients compare with the URL. */
const SUBJECT_ALT_NAME = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from('localhost')))));

/** Makes a key and a self-signed certificate for `localhost`, valid until tomorrow. The key is RSA, as in DynamoDB. */
export const selfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([0x01]), randomBytes(8)),
    SHA256_WITH_RSA,
    NAME,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(SUBJECT_ALT_NAME)),
  );
  const certificate = sequence(toBeSigned, SHA256_WITH_RSA, bits(sign('sha256', toBeSigned, privateKey)));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
};

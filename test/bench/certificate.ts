import { execFileSync } from 'node:child_process';

/** Makes a key and a self-signed certificate for `localhost`, valid for a day. The key is RSA, as in DynamoDB. */
export const selfSigned = () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const output = ['-newkey', 'rsa:2048', '-nodes', '-keyout', '-', '-out', '-'];
  const pem = execFileSync('openssl', ['req', '-x509', '-days', '1', ...subject, ...output], { stdio: 'pipe' });
  return { key: String(pem), cert: String(pem) };
};

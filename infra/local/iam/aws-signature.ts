import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Who signed a request and for what, as its Authorization header says. */
export interface SignatureScope {
  accessKeyId: string;
  date: string;
  region: string;
  service: string;
  signedHeaders: string[];
  signature: string;
}

const headerForm =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Reads an `AWS4-HMAC-SHA256` Authorization header; undefined when it has another form. */
export function readSignature(authorization: string | undefined): SignatureScope | undefined {
  const match = headerForm.exec(authorization ?? '');
  if (!match) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = '', headers = '', signature = ''] = match;
  return { accessKeyId, date, region, service, signedHeaders: headers.split(';'), signature };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer): string => hash('sha256', content, 'hex');

/** The key of a day, region and service; the same for all requests of that day, so callers may keep it. */
export function signingKey(
  secret: string,
  scope: Pick<SignatureScope, 'date' | 'region' | 'service'>,
): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secret}`, scope.date), scope.region), scope.service), 'aws4_request');
}

/** Signed paths are encoded once more than sent ones, for all services but S3. */
const canonicalPath = (path: string): string =>
  encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether the request was signed with this key (Signature Version 4, request line without query string). */
export function signatureIsValid(
  request: { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer },
  scope: SignatureScope,
  key: Buffer,
): boolean {
  const headers = scope.signedHeaders.map((name) => {
    const value = request.headers[name];
    return `${name}:${(Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ')}\n`;
  });
  const canonical = [
    request.method,
    canonicalPath(request.path),
    '',
    headers.join(''),
    scope.signedHeaders.join(';'),
    sha256(request.body),
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    String(request.headers['x-amz-date'] ?? ''),
    `${scope.date}/${scope.region}/${scope.service}/aws4_request`,
    sha256(canonical),
  ].join('\n');
  return timingSafeEqual(hmac(key, text), Buffer.from(scope.signature, 'hex'));
}

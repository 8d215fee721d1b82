import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { decodedPath } from '../http-api/http-api-event.ts';
import type { EdgeAnswer, EdgeRequest } from '../http-api/http-message.ts';

/** Answers a request from behind the edge. */
export type Origin = (request: EdgeRequest) => Promise<EdgeAnswer>;

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

const isText = (type: string) => /^text\/|json$|xml$|javascript$/.test(type);

/** CloudFront compresses what lies between these sizes. */
const compressible = { from: 1_000, to: 10_000_000 };

const compressors = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};
type Encoding = keyof typeof compressors;

interface StoredFile {
  /** Tells whether the file on disk is another one by now. */
  stamp: string;
  content: Buffer;
  type: string;
  etag: string;
  compressed: Map<Encoding, Promise<Buffer>>;
}

/** What S3 answers for a key that does not exist to someone who may not list the bucket. */
const accessDenied: EdgeAnswer = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
};

const encodingFor = (accepted: string): Encoding | undefined => {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
};

/**
 * The website's bucket behind CloudFront: files of a folder, kept in memory once read, compressed as CloudFront would.
 * @param folder nothing but the extra files is there when it is left out.
 * @param extraFiles files that only a deployment makes, such as `config.json`, by their path without the first slash.
 * @param compress whether the behaviour and its cache policy let CloudFront compress.
 */
export function websiteFiles(
  folder: string | undefined,
  extraFiles: Readonly<Record<string, string>>,
  compress: boolean,
): Origin {
  const stored = new Map<string, StoredFile>();

  const store = (key: string, stamp: string, content: Buffer): StoredFile => {
    const type = contentTypes[extname(key)] ?? 'application/octet-stream';
    const file: StoredFile = {
      stamp,
      content,
      type: isText(type) && type !== 'application/json' ? `${type}; charset=utf-8` : type,
      etag: `"${createHash('md5').update(content).digest('hex')}"`,
      compressed: new Map(),
    };
    stored.set(key, file);
    return file;
  };

  const find = async (key: string): Promise<StoredFile | undefined> => {
    const extra = Object.hasOwn(extraFiles, key) ? extraFiles[key] : undefined;
    if (extra !== undefined) return stored.get(key) ?? store(key, 'made', Buffer.from(extra));
    if (folder === undefined || key.includes('\0')) return undefined;
    const path = resolve(folder, key);
    if (!path.startsWith(resolve(folder) + sep)) return undefined;
    try {
      const { mtimeMs, size } = await stat(path);
      const stamp = `${mtimeMs} ${size}`;
      const known = stored.get(key);
      return known?.stamp === stamp ? known : store(key, stamp, await readFile(path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
      throw error;
    }
  };

  const compressedWith = (file: StoredFile, encoding: Encoding): Promise<Buffer> => {
    const known = file.compressed.get(encoding) ?? compressors[encoding](file.content);
    file.compressed.set(encoding, known);
    return known;
  };

  return async (request) => {
    const key = decodedPath(request.path).slice(1);
    const file = await find(key);
    if (!file) return accessDenied;
    const { length } = file.content;
    const mayCompress =
      compress &&
      isText(file.type.split(';', 1)[0] ?? '') &&
      length >= compressible.from &&
      length <= compressible.to;
    const encoding = mayCompress ? encodingFor(String(request.headers['accept-encoding'] ?? '')) : undefined;
    const headers = {
      'content-type': file.type,
      // The deployment's two rules: names with a hash in them never change, all others are asked for each time.
      'cache-control': key.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: encoding ? `W/${file.etag}` : file.etag,
      ...(mayCompress ? { vary: 'Accept-Encoding' } : {}),
    };
    const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
    if (known.some((etag) => etag.replace(/^W\//, '') === file.etag))
      return { status: 304, headers, body: '' };
    return {
      status: 200,
      headers: encoding ? { ...headers, 'content-encoding': encoding } : headers,
      body: encoding ? await compressedWith(file, encoding) : file.content,
    };
  };
}

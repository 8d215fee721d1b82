import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK } from 'jose';
import { emailAsCompared } from '../../../shared/core/typed-address.ts';

/** Somebody who has signed in, or could. */
export interface Person {
  /** Stays the same for an e-mail address as long as the data folder does. */
  sub: string;
  /** The number by which Google would know them. */
  googleId: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

/** A sign-in that can be refreshed. */
export interface SignInSession {
  /** `origin_jti` of all its tokens. */
  originJti: string;
  sub: string;
  clientId: string;
  scopes: string[];
  /** Second of the sign-in. */
  authTime: number;
  /** Second after which nothing of it is valid; rotation does not prolong it. */
  expiresAt: number;
  revoked?: true;
}

export interface RefreshToken {
  originJti: string;
  /** Second at which a newer one took its place. */
  rotatedAt?: number;
}

interface Kept {
  privateKey: string;
  publicKey: JWK & { kid: string };
  people: Person[];
  sessions: SignInSession[];
  refreshTokens: Record<string, RefreshToken>;
}

const fileName = 'sign-in.json';

/** What an earlier run has kept can't be read. */
export class SignInsDamaged extends Error {
  override name = 'SignInsDamaged';
  constructor(path: string, cause: unknown) {
    super(
      `${path} is damaged (${cause instanceof Error ? cause.message : cause}). Remove it to go on: ` +
        'the tasks stay, and everybody signs in anew. Or begin anew altogether: npm start -- --fresh',
      { cause },
    );
  }
}

/** Removes the people, sessions and key of an earlier run: its tokens are worth nothing any more. */
export async function forgetSignIns(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true });
}

/** What the sign-in stand-in remembers between runs, in one file that only its owner may read. */
export class SignInStore {
  readonly #path: string;
  readonly #kept: Kept;

  private constructor(
    path: string,
    kept: Kept,
    readonly privateKey: CryptoKey,
  ) {
    this.#path = path;
    this.#kept = kept;
  }

  /**
   * Reads the data folder, or begins anew with a fresh key.
   * @throws SignInsDamaged
   */
  static async open(dataDir: string, nowInSeconds: number): Promise<SignInStore> {
    const path = join(dataDir, fileName);
    const store = existsSync(path)
      ? await SignInStore.#read(path, nowInSeconds)
      : await SignInStore.#of(path, await SignInStore.#begin());
    store.#save();
    return store;
  }

  static async #read(path: string, nowInSeconds: number): Promise<SignInStore> {
    const text = readFileSync(path, 'utf8');
    try {
      const store = await SignInStore.#of(path, JSON.parse(text) as Kept);
      store.#forgetExpired(nowInSeconds);
      return store;
    } catch (error) {
      throw new SignInsDamaged(path, error);
    }
  }

  static async #of(path: string, kept: Kept): Promise<SignInStore> {
    return new SignInStore(path, kept, await importPKCS8(kept.privateKey, 'RS256'));
  }

  static async #begin(): Promise<Kept> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    return {
      privateKey: await exportPKCS8(privateKey),
      publicKey: { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' },
      people: [],
      sessions: [],
      refreshTokens: {},
    };
  }

  get publicKey(): JWK & { kid: string } {
    return this.#kept.publicKey;
  }

  get people(): readonly Person[] {
    return this.#kept.people;
  }

  personBySub(sub: string): Person | undefined {
    return this.#kept.people.find((person) => person.sub === sub);
  }

  /** The person of an address, made if there is none; name and verification are what the provider says now. */
  admit(seen: Pick<Person, 'email' | 'name' | 'emailVerified'>): Person {
    const email = emailAsCompared(seen.email.trim());
    let person = this.#kept.people.find((one) => one.email === email);
    if (!person) {
      const googleId = `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`;
      person = { sub: randomUUID(), googleId, ...seen, email };
      this.#kept.people.push(person);
      this.#save();
    } else if (person.name !== seen.name || person.emailVerified !== seen.emailVerified) {
      Object.assign(person, { name: seen.name, emailVerified: seen.emailVerified });
      this.#save();
    }
    return person;
  }

  /** Forgets a person and every session of theirs: who comes back is somebody new. False when there is none. */
  remove(sub: string): boolean {
    const { people, sessions } = this.#kept;
    if (!people.some((person) => person.sub === sub)) return false;
    this.#kept.people = people.filter((person) => person.sub !== sub);
    this.#kept.sessions = sessions.filter((session) => session.sub !== sub);
    this.#save();
    return true;
  }

  session(originJti: string): SignInSession | undefined {
    return this.#kept.sessions.find((session) => session.originJti === originJti);
  }

  refreshToken(token: string): RefreshToken | undefined {
    return Object.hasOwn(this.#kept.refreshTokens, token) ? this.#kept.refreshTokens[token] : undefined;
  }

  /** Begins a session and returns its first refresh token. */
  begin(session: SignInSession): string {
    this.#kept.sessions.push(session);
    return this.#issue(session.originJti);
  }

  /** Puts a new refresh token in the place of this one, which stays known until it expires. */
  rotate(token: string, nowInSeconds: number): string {
    const old = this.refreshToken(token);
    if (!old) throw new Error('A refresh token that is unknown cannot be rotated.');
    old.rotatedAt ??= nowInSeconds;
    return this.#issue(old.originJti);
  }

  revoke(originJti: string): void {
    const session = this.session(originJti);
    if (!session) return;
    session.revoked = true;
    this.#save();
  }

  #issue(originJti: string): string {
    const token = `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
    this.#kept.refreshTokens[token] = { originJti };
    this.#save();
    return token;
  }

  #forgetExpired(nowInSeconds: number): void {
    this.#kept.sessions = this.#kept.sessions.filter((session) => session.expiresAt > nowInSeconds);
    const alive = new Set(this.#kept.sessions.map((session) => session.originJti));
    for (const [token, { originJti }] of Object.entries(this.#kept.refreshTokens)) {
      if (!alive.has(originJti)) delete this.#kept.refreshTokens[token];
    }
  }

  /** Written beside and moved into place, so that a killed run leaves the old file or the new one. */
  #save(): void {
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#kept), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

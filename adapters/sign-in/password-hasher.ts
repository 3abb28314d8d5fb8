import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordHasher } from "../../core/ports/passwords.ts";

/** The parameters of scrypt (RFC 7914). One hash takes 32 MiB. */
interface Parameters {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** As costly as N=2^17, r=8, p=1 (OWASP Password Storage Cheat Sheet), in a quarter of the memory. */
const CURRENT: Parameters = { N: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const FORMAT = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Creates a hasher with scrypt, which all runtimes have. Hashes contain their parameters. */
export const createPasswordHasher = (current: Parameters = CURRENT): PasswordHasher => ({
  async hash(password) {
    const salt = randomBytes(SALT_BYTES);
    const hash = await derive(password, salt, current);
    const { N, r, p } = current;
    return `scrypt$${N}$${r}$${p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  },

  async verify(password, stored) {
    const [, N, r, p, salt, hash] = FORMAT.exec(stored) ?? [];
    if (salt === undefined || hash === undefined) return { isValid: false, isOutdated: false };
    const parameters = { N: Number(N), r: Number(r), p: Number(p) };
    const expected = Buffer.from(hash, "base64url");
    const actual = await derive(password, Buffer.from(salt, "base64url"), parameters);
    return {
      isValid: expected.length === actual.length && timingSafeEqual(expected, actual),
      isOutdated:
        parameters.N !== current.N || parameters.r !== current.r || parameters.p !== current.p,
    };
  },
});

const derive = (password: string, salt: Buffer, { N, r, p }: Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Twice what the parameters need, which is 128 * N * r.
    const maxmem = 256 * N * r;
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, { N, r, p, maxmem }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });

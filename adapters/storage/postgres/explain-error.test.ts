import { describe, expect, it } from "vitest";
import { explainDatabaseError } from "./explain-error.ts";

describe("explainDatabaseError()", () => {
  const url = new URL("postgres://me:sekret@db.example:6432/shop");
  it.each([
    [
      { code: "28P01", message: 'password authentication failed for user "me"' },
      'Database shop at db.example:6432 rejected the password of user "me". Correct it in DATABASE_URL.',
    ],
    [
      { message: "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string" },
      'Database shop at db.example:6432 requires a password for user "me". Add it to DATABASE_URL.',
    ],
    [
      { code: "53100", message: "could not extend file" },
      "Database shop at db.example:6432 is out of disk space. Free some space.",
    ],
    [
      { code: "53300", message: "sorry, too many clients already" },
      "Database shop at db.example:6432 has no free connections. Raise max_connections, or close other connections.",
    ],
    [
      {
        code: "SELF_SIGNED_CERT_IN_CHAIN",
        message: "self-signed certificate in certificate chain",
      },
      "Database shop at db.example:6432 has an untrusted certificate (self-signed certificate in certificate chain). Add sslrootcert=file to DATABASE_URL, or set sslmode=require to skip verification.",
    ],
    [
      { code: "42501", message: "permission denied for database shop" },
      'Database shop at db.example:6432 denied access to user "me": permission denied for database shop. Grant the user permission to create schemas in it.',
    ],
    [
      { code: "XX000", message: "something else" },
      "Database shop at db.example:6432 returned error XX000: something else.",
    ],
  ])("explains %o: %s", (error, expected) =>
    expect(explainDatabaseError(error, url)).toBe(expected),
  );
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { secretsCommand } from "../../../adapters/cli/secrets.ts";
import { openSigningKeys } from "../../../adapters/signing/keys.ts";
import type { Deployment } from "../deployment.ts";
import { decryptAll, tablesOf } from "../encrypted-values.ts";

/** Registers tests of the signing keys and of the rotation of the secrets key. */
export function testKeyRotation(deployment: Deployment): void {
  const { it, expected, run, lastRequest } = deployment;

  it("publishes the stored signing keys and signs with them", async () => {
    const { services } = deployment;
    const { body } = await services.site("GET", "/.well-known/http-message-signatures-directory");
    const published: any = typeof body === "string" ? JSON.parse(body) : body;
    expect(published.keys.map(({ x }: any) => x).sort()).toEqual(
      expected.signingKeys.map(({ x }: any) => x).sort(),
    );
    const [first] = (await openSigningKeys(deployment.dataDir, () => {})).publishedKeys();
    expect({ id: first!.id, x: first!.x }).toEqual(expected.signingKeys[0]);
    const signature = await crypto.subtle.sign("Ed25519", first!.privateKey, Buffer.from("signed"));
    const publicKey = await crypto.subtle.importKey(
      "jwk",
      { kty: "OKP", crv: "Ed25519", x: expected.signingKeys[0].x },
      "Ed25519",
      false,
      ["verify"],
    );
    expect(await crypto.subtle.verify("Ed25519", publicKey, signature, Buffer.from("signed"))).toBe(
      true,
    );
  });

  it("re-encrypts the stored data keys on rotation, so that every secret can still be decrypted", async () => {
    const readWrappedKeys = async () =>
      (await tablesOf(deployment.services.sql))["data_keys"]!.map(
        (row) => row["wrapped"] as string,
      );
    const secrets = await decryptAll(deployment.services);
    const before = await readWrappedKeys();
    await deployment.services.close();
    const keyFile = join(deployment.dataDir, "secrets-key.json");
    expect(await secretsCommand(["rotate"], deployment.commandOptions, () => {})).toBe(0);
    const { keys } = JSON.parse(readFileSync(keyFile, "utf8"));
    expect(keys).toHaveLength(2);
    writeFileSync(keyFile, JSON.stringify({ keys: keys.slice(0, 1) }));
    await deployment.restart();
    expect(await decryptAll(deployment.services)).toEqual(secrets);
    const after = await readWrappedKeys();
    expect(after.filter((each) => before.includes(each))).toEqual([]);
    await run("larder.get_note", "Larder");
    expect(lastRequest().headers["x-api-key"]).toBe("Key larder_key_of_the_test");
  });
}

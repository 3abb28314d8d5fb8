import { describe, expect, it } from "vitest";
import { randomBytes } from "../kit/bytes/random.ts";
import {
  createDataKey,
  importMasterKey,
  parseMasterKeyId,
  rewrapDataKey,
  unwrapDataKey,
} from "./data-key.ts";
import { decrypt, encrypt } from "./encrypt.ts";

const master = await importMasterKey(randomBytes(32));
const otherMaster = await importMasterKey(randomBytes(32));
const { dataKey, wrapped } = await createDataKey("acc_1", master);
const CONTEXT = { id: "conn_1", field: "secrets" };

describe("encrypt", () => {
  it("returns a different ciphertext each time, which decrypts in the same context", async () => {
    const first = await encrypt("gho_secret", dataKey, CONTEXT);
    const second = await encrypt("gho_secret", dataKey, CONTEXT);
    expect(first).not.toBe(second);
    expect(first).not.toContain("secret");
    expect(await decrypt(first, dataKey, CONTEXT)).toBe("gho_secret");
  });
});

it("refuses a field that could be a part of an ID", async () => {
  await expect(encrypt("gho_secret", dataKey, { id: "conn", field: "1|secrets" })).rejects.toThrow(
    "contains a bar",
  );
});

describe("decrypt", () => {
  it("detects every flipped bit", async () => {
    const encrypted = await encrypt("gho_secret 🔑", dataKey, CONTEXT);
    const bytes = new TextEncoder().encode(encrypted);
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = bytes.slice();
        changed[at]! ^= 1 << bit;
        expect(
          await decrypt(new TextDecoder("latin1").decode(changed), dataKey, CONTEXT),
          `bit ${bit} of character ${at}`,
        ).toBeUndefined();
      }
    }
  });

  it("detects truncated, extended and reordered texts", async () => {
    const encrypted = await encrypt("gho_secret", dataKey, CONTEXT);
    for (const changed of [
      encrypted.slice(0, -1),
      `${encrypted}A`,
      ` ${encrypted}`,
      "",
      "s1",
      encrypted.split(".").toReversed().join("."),
    ]) {
      expect(await decrypt(changed, dataKey, CONTEXT)).toBeUndefined();
    }
  });

  it.each([
    ["for another connection", { id: "conn_2", field: "secrets" }],
    ["for another field", { id: "conn_1", field: "client" }],
    ["with the same parts joined differently", { id: "conn_1|secrets", field: "" }],
  ])("fails %s", async (_, context) => {
    expect(
      await decrypt(await encrypt("gho_secret", dataKey, CONTEXT), dataKey, context),
    ).toBeUndefined();
  });

  it("fails with the key of another account, even if the key IDs are equal", async () => {
    const { dataKey: otherDataKey } = await createDataKey("acc_2", master);
    const encrypted = await encrypt("gho_secret", dataKey, CONTEXT);
    expect(await decrypt(encrypted, otherDataKey, CONTEXT)).toBeUndefined();
    expect(await decrypt(encrypted, { ...otherDataKey, id: dataKey.id }, CONTEXT)).toBeUndefined();
  });
});

describe("a data key", () => {
  it("is decrypted only with its master key and for its account", async () => {
    const encrypted = await encrypt("gho_secret", dataKey, CONTEXT);
    expect(
      await decrypt(encrypted, (await unwrapDataKey("acc_1", wrapped, master))!, CONTEXT),
    ).toBe("gho_secret");
    expect(await unwrapDataKey("acc_1", wrapped, otherMaster)).toBeUndefined();
    expect(
      await unwrapDataKey("acc_1", wrapped, { ...otherMaster, id: master.id }),
    ).toBeUndefined();
    expect(await unwrapDataKey("acc_2", wrapped, master)).toBeUndefined();
  });

  it("still decrypts existing texts after it was rewrapped with another master key", async () => {
    const encrypted = await encrypt("gho_secret", dataKey, CONTEXT);
    const rewrapped = (await rewrapDataKey("acc_1", wrapped, master, otherMaster))!;
    expect([parseMasterKeyId(wrapped), parseMasterKeyId(rewrapped)]).toEqual([
      master.id,
      otherMaster.id,
    ]);
    expect(
      await decrypt(encrypted, (await unwrapDataKey("acc_1", rewrapped, otherMaster))!, CONTEXT),
    ).toBe("gho_secret");
    expect(await rewrapDataKey("acc_1", wrapped, otherMaster, master)).toBeUndefined();
  });
});

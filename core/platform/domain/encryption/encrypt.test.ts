import { describe, expect, it } from "vitest";
import { base64url, fromBase64url, randomBytes } from "./bytes.ts";
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

describe("a seal", () => {
  it("opens for what it was made for, and no two of one text are alike", async () => {
    const [one, two] = [
      await encrypt("gho_secret", dataKey, CONTEXT),
      await encrypt("gho_secret", dataKey, CONTEXT),
    ];
    expect(one).not.toBe(two);
    expect(one).not.toContain("secret");
    expect(await decrypt(one, dataKey, CONTEXT)).toBe("gho_secret");
  });

  it("notices every bit that is flipped, wherever it stands", async () => {
    const encrypted = await encrypt("gho_secret 🔑", dataKey, CONTEXT);
    const bytes = new TextEncoder().encode(encrypted);
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = bytes.slice();
        changed[at]! ^= 1 << bit;
        expect(
          await decrypt(new TextDecoder("latin1").decode(changed), dataKey, CONTEXT),
          `bit ${bit} of letter ${at}`,
        ).toBeUndefined();
      }
    }
  });

  it("notices what is cut off, added or swapped", async () => {
    const encrypted = await encrypt("gho_secret", dataKey, CONTEXT);
    for (const changed of [
      encrypted.slice(0, -1),
      `${encrypted}A`,
      ` ${encrypted}`,
      "",
      "s1",
      encrypted.split(".").toReversed().join("."),
    ])
      expect(await decrypt(changed, dataKey, CONTEXT)).toBeUndefined();
  });

  it.each([
    ["of another connection", { id: "conn_2", field: "secrets" }],
    ["of another field", { id: "conn_1", field: "client" }],
    ["whose parts are moved about", { id: "conn_1|secrets", field: "" }],
  ])("does not open as that %s", async (_, context) => {
    expect(
      await decrypt(await encrypt("gho_secret", dataKey, CONTEXT), dataKey, context),
    ).toBeUndefined();
  });

  it("does not open with another account's key, even one of the same name", async () => {
    const { dataKey: otherDataKey } = await createDataKey("acc_2", master);
    const encrypted = await encrypt("gho_secret", dataKey, CONTEXT);
    expect(await decrypt(encrypted, otherDataKey, CONTEXT)).toBeUndefined();
    expect(await decrypt(encrypted, { ...otherDataKey, id: dataKey.id }, CONTEXT)).toBeUndefined();
  });
});

describe("an account's key", () => {
  it("opens with its master key alone, for its account alone", async () => {
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

  it("is wrapped anew without what it seals being touched", async () => {
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

it("reads base64url in the one way that it is written", () => {
  const bytes = randomBytes(20);
  expect(fromBase64url(base64url(bytes))).toEqual(bytes);
  for (const text of ["AB==", "A", "A+/A", "AB", "AA\n"])
    expect(text === "AB" ? fromBase64url("AB") : fromBase64url(text)).toBeUndefined();
});

import { describe, expect, it } from "vitest";
import { base64url, fromBase64url, randomBytes } from "./bytes.ts";
import { masterIdOf, masterKeyOf, newDataKey, rewrapped, unwrapped } from "./data-key.ts";
import { sealed, unsealed } from "./seal.ts";

const master = await masterKeyOf(randomBytes(32));
const other = await masterKeyOf(randomBytes(32));
const { dataKey, wrapped } = await newDataKey("acc_1", master);
const CONTEXT = { id: "conn_1", field: "secrets" };

describe("a seal", () => {
  it("opens for what it was made for, and no two of one text are alike", async () => {
    const [one, two] = [
      await sealed("gho_secret", dataKey, CONTEXT),
      await sealed("gho_secret", dataKey, CONTEXT),
    ];
    expect(one).not.toBe(two);
    expect(one).not.toContain("secret");
    expect(await unsealed(one, dataKey, CONTEXT)).toBe("gho_secret");
  });

  it("notices every bit that is flipped, wherever it stands", async () => {
    const seal = await sealed("gho_secret 🔑", dataKey, CONTEXT);
    const letters = new TextEncoder().encode(seal);
    for (let at = 0; at < letters.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = letters.slice();
        changed[at]! ^= 1 << bit;
        expect(
          await unsealed(new TextDecoder("latin1").decode(changed), dataKey, CONTEXT),
          `bit ${bit} of letter ${at}`,
        ).toBeUndefined();
      }
    }
  });

  it("notices what is cut off, added or swapped", async () => {
    const seal = await sealed("gho_secret", dataKey, CONTEXT);
    for (const changed of [
      seal.slice(0, -1),
      `${seal}A`,
      ` ${seal}`,
      "",
      "s1",
      seal.split(".").toReversed().join("."),
    ])
      expect(await unsealed(changed, dataKey, CONTEXT)).toBeUndefined();
  });

  it.each([
    ["of another connection", { id: "conn_2", field: "secrets" }],
    ["of another field", { id: "conn_1", field: "client" }],
    ["whose parts are moved about", { id: "conn_1|secrets", field: "" }],
  ])("does not open as that %s", async (_, context) => {
    expect(
      await unsealed(await sealed("gho_secret", dataKey, CONTEXT), dataKey, context),
    ).toBeUndefined();
  });

  it("does not open with another account's key, even one of the same name", async () => {
    const { dataKey: another } = await newDataKey("acc_2", master);
    const seal = await sealed("gho_secret", dataKey, CONTEXT);
    expect(await unsealed(seal, another, CONTEXT)).toBeUndefined();
    expect(await unsealed(seal, { ...another, id: dataKey.id }, CONTEXT)).toBeUndefined();
  });
});

describe("an account's key", () => {
  it("opens with its master key alone, for its account alone", async () => {
    const seal = await sealed("gho_secret", dataKey, CONTEXT);
    expect(await unsealed(seal, (await unwrapped("acc_1", wrapped, master))!, CONTEXT)).toBe(
      "gho_secret",
    );
    expect(await unwrapped("acc_1", wrapped, other)).toBeUndefined();
    expect(await unwrapped("acc_1", wrapped, { ...other, id: master.id })).toBeUndefined();
    expect(await unwrapped("acc_2", wrapped, master)).toBeUndefined();
  });

  it("is wrapped anew without what it seals being touched", async () => {
    const seal = await sealed("gho_secret", dataKey, CONTEXT);
    const moved = (await rewrapped("acc_1", wrapped, master, other))!;
    expect([masterIdOf(wrapped), masterIdOf(moved)]).toEqual([master.id, other.id]);
    expect(await unsealed(seal, (await unwrapped("acc_1", moved, other))!, CONTEXT)).toBe(
      "gho_secret",
    );
    expect(await rewrapped("acc_1", wrapped, other, master)).toBeUndefined();
  });
});

it("reads base64url in the one way that it is written", () => {
  const bytes = randomBytes(20);
  expect(fromBase64url(base64url(bytes))).toEqual(bytes);
  for (const text of ["AB==", "A", "A+/A", "AB", "AA\n"])
    expect(text === "AB" ? fromBase64url("AB") : fromBase64url(text)).toBeUndefined();
});

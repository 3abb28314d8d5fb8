import { describe, expect, it } from "vitest";
import { randomBytes } from "../kit/bytes/random.ts";
import { importMasterKey, type MasterKey } from "./data-key.ts";
import { openVault, rewrapDataKeys, SERVICE_ACCOUNT } from "./vault.ts";

const first = await importMasterKey(randomBytes(32));
const second = await importMasterKey(randomBytes(32));
const CONTEXT = { id: "conn_1", field: "secrets" };

/** Data keys in memory, and functions that access them with some master keys. The first encrypts. */
function createDataKeys() {
  const dataKeys = new Map<string, string>();
  return {
    dataKeys,
    with: (...masterKeys: readonly [MasterKey, ...MasterKey[]]) => ({
      loadDataKeys: async () => new Map(dataKeys),
      storeDataKey: async (account: string, wrapped: string) => {
        if (!dataKeys.has(account)) dataKeys.set(account, wrapped);
        return dataKeys.get(account)!;
      },
      replaceDataKey: async (account: string, from: string, to: string) => {
        if (dataKeys.get(account) !== from) return false;
        dataKeys.set(account, to);
        return true;
      },
      currentMasterKey: async () => masterKeys[0],
      findMasterKey: async (id: string) => masterKeys.find((key) => key.id === id),
    }),
  };
}

describe("openVault", () => {
  it("returns a vault that decrypts what another vault with the same keys encrypted", async () => {
    const keys = createDataKeys();
    const [vault, other] = await Promise.all([
      openVault(keys.with(first)),
      openVault(keys.with(first)),
    ]);
    const encrypted = await vault.encrypt("acc_1", "gho_secret", CONTEXT);
    expect(await other.decrypt("acc_1", encrypted, CONTEXT)).toBe("gho_secret");
  });

  it("rejects if the master key is another one", async () => {
    const keys = createDataKeys();
    await openVault(keys.with(first));
    await expect(openVault(keys.with(second))).rejects.toMatchObject({
      rule: "unknown_master_key",
      masterKey: { expected: first.id, current: second.id },
    });
  });

  it("rejects if the service's data key is damaged", async () => {
    const keys = createDataKeys();
    await (await openVault(keys.with(first))).encrypt("acc_1", "text", CONTEXT);
    keys.dataKeys.set(SERVICE_ACCOUNT, keys.dataKeys.get("acc_1")!);
    await expect(openVault(keys.with(first))).rejects.toMatchObject({ rule: "damaged_data_key" });
  });
});

describe("a vault", () => {
  it("decrypts nothing for another account or context", async () => {
    const vault = await openVault(createDataKeys().with(first));
    const encrypted = await vault.encrypt("acc_1", "gho_secret", CONTEXT);
    await expect(vault.decrypt("acc_2", encrypted, CONTEXT)).rejects.toMatchObject({
      rule: "unreadable",
    });
    expect(
      await vault.tryDecrypt("acc_1", encrypted, { ...CONTEXT, id: "conn_2" }),
    ).toBeUndefined();
  });
});

describe("rewrapDataKeys", () => {
  it("encrypts the data keys with the current master key, and keeps the secrets readable", async () => {
    const keys = createDataKeys();
    const encrypted = await (await openVault(keys.with(first))).encrypt("acc_1", "text", CONTEXT);
    expect(await rewrapDataKeys(keys.with(second, first))).toBe(2);
    expect(await rewrapDataKeys(keys.with(second, first))).toBe(0);
    const vault = await openVault(keys.with(second));
    expect(await vault.decrypt("acc_1", encrypted, CONTEXT)).toBe("text");
  });

  it("rejects if the previous master key is missing", async () => {
    const keys = createDataKeys();
    await openVault(keys.with(first));
    await expect(rewrapDataKeys(keys.with(second))).rejects.toMatchObject({
      rule: "unknown_master_key",
    });
  });
});

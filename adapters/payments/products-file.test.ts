import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createProductsFile, demoProducts, readOffers } from "./products-file.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "products.json");
const write = (amount: unknown) =>
  writeFileSync(
    file,
    JSON.stringify({ products: [{ id: "a", title: "A", amount, currency: "EUR" }] }),
  );

test("a price is what the file says now, even if it was changed twice within a moment", () => {
  const products = createProductsFile(file);
  for (const amount of [100, 200, 300, 400]) {
    write(amount);
    expect(products.offers()).toMatchObject([{ amount }]);
  }
});

test("a file that has not changed is not read again", () => {
  write(100);
  utimesSync(file, 1_000_000, 1_000_000);
  const products = createProductsFile(file);
  expect(products.offers()).toBe(products.offers());
});

test("while the file is broken nothing is for sale, and the operator is told why, once", () => {
  write(100);
  const messages: string[] = [];
  const products = createProductsFile(file, { log: (message) => messages.push(message) });
  products.offers();
  write(1.5);
  for (let times = 3; times > 0; times--)
    expect(() => products.offers()).toThrowError(
      expect.objectContaining({
        code: "payments_unavailable",
        message: expect.not.stringContaining(file),
      }),
    );
  expect(messages).toEqual([
    expect.stringMatching(
      /products\.json: product 1 \(a\) has 1\.5 as its amount: .*\. Nothing is for sale until it is mended\.$/,
    ),
  ]);
  write(200);
  expect(products.offers()).toMatchObject([{ amount: 200 }]);
  expect(messages[1]).toMatch(/products\.json is right again: 1 products are for sale\.$/);
  rmSync(file);
  expect(() => products.offers()).toThrowError(
    expect.objectContaining({ code: "payments_unavailable" }),
  );
  expect(messages[2]).toMatch(/products\.json: there is no such file\. Nothing is for sale/);
});

test("says what can't be read", () => {
  expect(readOffers(folder)).toEqual({ problems: ["it is no file"] });
  writeFileSync(file, " ".repeat(8_000_001));
  expect(readOffers(file)).toEqual({ problems: ["the file is larger than 8 MB"] });
});

test("the demo shop's products are there", () => expect(demoProducts().offers()).toHaveLength(9));

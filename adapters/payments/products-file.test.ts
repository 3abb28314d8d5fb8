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

test("returns the current price even if the file changes twice within a moment", () => {
  const products = createProductsFile(file);
  for (const amount of [100, 200, 300, 400]) {
    write(amount);
    expect(products.offers()).toMatchObject([{ amount }]);
  }
});

test("doesn't read an unchanged file again", () => {
  write(100);
  utimesSync(file, 1_000_000, 1_000_000);
  const products = createProductsFile(file);
  expect(products.offers()).toBe(products.offers());
});

test("returns no products while the file is invalid, and logs the reason once", () => {
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
      /products\.json: product 1 \(a\): amount is 1\.5 \(.*\)\. No products are available until the file is fixed\.$/,
    ),
  ]);
  write(200);
  expect(products.offers()).toMatchObject([{ amount: 200 }]);
  expect(messages[1]).toMatch(/products\.json is valid again\. Products: 1\.$/);
  rmSync(file);
  expect(() => products.offers()).toThrowError(
    expect.objectContaining({ code: "payments_unavailable" }),
  );
  expect(messages[2]).toMatch(
    /products\.json: the file does not exist\. No products are available/,
  );
});

test("explains why a path can't be read", () => {
  expect(readOffers(folder)).toEqual({ problems: ["it is not a file"] });
  writeFileSync(file, " ".repeat(8_000_001));
  expect(readOffers(file)).toEqual({ problems: ["the file is larger than 8 MB"] });
});

test("reads the demo shop's products", () => expect(demoProducts().offers()).toHaveLength(9));

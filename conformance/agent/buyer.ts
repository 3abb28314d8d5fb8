import assert from "node:assert/strict";
import { parse } from "parse5";
import type { Page, Web } from "./web.ts";

/** What a buyer types, by what a field is called. */
const TYPED: Readonly<Record<string, string>> = {
  email: "buyer@example.com",
  name: "A. Buyer",
  street: "1 Example Street",
  postal_code: "7411 AB",
  city: "Deventer",
  country: "NL",
  card_expiry: "12 / 34",
  card_code: "123",
};

/** Pays on the page that a checkout leads to, by its form, as a person would. Resolves with the receipt. */
export async function payAt(url: string, web: Web): Promise<Page> {
  const page = await web.get(url, { accept: "text/html" });
  assert.equal(page.status, 200, url);
  const elements = elementsOf(parse(page.text));
  const form = elements.find(
    ({ tag, attributes }) => tag === "form" && attributes["method"]?.toLowerCase() === "post",
  )!;
  // The page names the cards that it takes; the first one pays.
  const card = /<dt>([\d ]+)<\/dt>/.exec(page.text)?.[1] ?? "";
  const sent = new URLSearchParams();
  for (const { tag, attributes } of elements) {
    const { name, type, value } = attributes;
    if (!name || !["input", "select", "textarea"].includes(tag)) continue;
    sent.set(
      name,
      type === "hidden" ? (value ?? "") : name === "card_number" ? card : (TYPED[name] ?? ""),
    );
  }
  const paid = await web.post(new URL(form.attributes["action"] ?? "", page.url).href, sent, {
    accept: "text/html",
  });
  assert.equal(paid.status, 200, paid.text.slice(0, 500));
  return paid;
}

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function elementsOf(node: any): Element[] {
  const own = node.tagName
    ? [
        {
          tag: node.tagName,
          attributes: Object.fromEntries(node.attrs.map(({ name, value }: any) => [name, value])),
        },
      ]
    : [];
  return [...own, ...(node.childNodes ?? []).flatMap(elementsOf)];
}

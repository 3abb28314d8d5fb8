import assert from "node:assert/strict";
import { parse } from "parse5";
import type { Page, WebClient } from "./web-client.ts";

/** The values that the buyer enters, by field name. */
const FORM_VALUES: Readonly<Record<string, string>> = {
  email: "buyer@example.com",
  name: "A. Buyer",
  street: "1 Example Street",
  postal_code: "7411 AB",
  city: "Deventer",
  country: "NL",
  card_expiry: "12 / 34",
  card_code: "123",
};

/** Pays on the hosted payment page by submitting its form. Resolves with the receipt. */
export async function payOnPage(url: string, web: WebClient): Promise<Page> {
  const page = await web.get(url, { accept: "text/html" });
  assert.equal(page.status, 200, url);
  const elements = collectElements(parse(page.text));
  const form = elements.find(
    ({ tag, attributes }) => tag === "form" && attributes["method"]?.toLowerCase() === "post",
  )!;
  // The page lists its test cards; the first one succeeds.
  const card = /<dt>([\d ]+)<\/dt>/.exec(page.text)?.[1] ?? "";
  const sent = new URLSearchParams();
  for (const { tag, attributes } of elements) {
    const { name, type, value } = attributes;
    if (!name || !["input", "select", "textarea"].includes(tag)) continue;
    if (type === "hidden") sent.set(name, value ?? "");
    else sent.set(name, name === "card_number" ? card : (FORM_VALUES[name] ?? ""));
  }
  const paid = await web.post(new URL(form.attributes["action"] ?? "", page.url).href, sent, {
    accept: "text/html",
  });
  assert.equal(paid.status, 200, paid.text.slice(0, 500));
  return paid;
}

interface FormElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function collectElements(node: any): FormElement[] {
  const elements = node.tagName
    ? [
        {
          tag: node.tagName,
          attributes: Object.fromEntries(node.attrs.map(({ name, value }: any) => [name, value])),
        },
      ]
    : [];
  return [...elements, ...(node.childNodes ?? []).flatMap(collectElements)];
}

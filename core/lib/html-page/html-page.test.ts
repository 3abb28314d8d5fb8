import { describe, expect, it } from "vitest";
import { sha256 } from "../kit/bytes/digest.ts";
import { createPageStyle, html, renderErrorSummary, renderField, renderPage } from "./index.ts";

const STYLE = createPageStyle(".a{color:red}");
const PAGE = {
  title: "A & B",
  style: STYLE,
  header: html`<header></header>`,
  main: html`<p>x</p>`,
};

describe("renderPage()", () => {
  it("allows its stylesheet by hash, and nothing else", async () => {
    const { headers, body } = await renderPage(PAGE);
    const css = /<style>(.*)<\/style>/s.exec(body)![1]!;
    const hash = Buffer.from(await sha256(css)).toString("base64");
    expect(css).toContain(".a{color:red}");
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  it("allows each origin of an image once, and forms", async () => {
    const images = [
      "https://a.example/1.png",
      "https://a.example/2.png",
      "https://b.example/3.png",
    ];
    const { headers } = await renderPage({ ...PAGE, images, hasForm: true });
    expect(headers["content-security-policy"]).toContain(
      "; img-src 'self' https://a.example https://b.example; form-action 'self';",
    );
  });

  it("keeps a private page out of caches, frames and search engines", async () => {
    const { headers, body } = await renderPage({ ...PAGE, isPrivate: true });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(body).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  it("escapes the title and attributes", async () => {
    const { body } = await renderPage({ ...PAGE, redirectTo: 'https://a.example/?q="' });
    expect(body).toContain("<title>A &amp; B</title>");
    expect(body).toContain('content="0;url=https://a.example/?q=&quot;"');
  });
});

describe("renderField()", () => {
  it("connects the control with its hint and error", () => {
    const field = renderField(
      { id: "email", label: "Email", hint: "Yours", error: "Enter an address" },
      (attributes) => html`<input${attributes}>`,
    );
    expect(field.html).toContain(
      '<input id="email" name="email" required aria-describedby="email-hint email-error" aria-invalid="true" autofocus>',
    );
    expect(field.html).toContain(
      '<p class="field-error" id="email-error">Error: Enter an address.</p>',
    );
  });

  it("marks an optional field", () => {
    const field = renderField(
      { id: "note", label: "Note", isOptional: true },
      (attributes) => html`<input${attributes}>`,
    );
    expect(field.html).toContain('<span class="optional">(optional)</span>');
    expect(field.html).toContain('<input id="note" name="note">');
  });
});

it("links each error to its field", () => {
  const summary = renderErrorSummary("Check one field", [{ id: "email", message: "Enter <one>" }]);
  expect(summary.html).toContain('<li><a href="#email">Enter &lt;one&gt;</a></li>');
});

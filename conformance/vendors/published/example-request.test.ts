import { describe, expect, it } from "vitest";
import { createExampleRequest } from "./example-request.ts";
import type { PublishedExample } from "./published-examples.ts";

const example = (members: Partial<PublishedExample>): PublishedExample => ({
  tool: "acme.add_note",
  arguments: {},
  request: "POST https://api.acme.io/notes",
  source: "https://acme.io/docs",
  date: "2026-11-28",
  ...members,
});

describe("createExampleRequest", () => {
  it("writes objects as JSON, with the headers of the file", () => {
    const headers = { authorization: "Bearer token" };
    expect(createExampleRequest(example({ body: { text: "ü" } }), { headers })).toEqual({
      method: "POST",
      url: "https://api.acme.io/notes",
      headers: { authorization: "Bearer token", "content-type": "application/json" },
      body: '{"text":"ü"}',
    });
  });

  it("writes forms, and user names with passwords", () => {
    const sent = createExampleRequest(example({ form: { text: "a b" } }), { user: "key:" });
    expect(sent.body).toBe("text=a+b");
    expect(sent.headers).toEqual({
      authorization: "Basic a2V5Og==",
      "content-type": "application/x-www-form-urlencoded",
    });
  });

  it("keeps texts, and prefers the headers of the example", () => {
    const headers = { "content-type": "text/csv" };
    const sent = createExampleRequest(example({ body: "a,b", headers }), {
      headers: { "content-type": "text/plain" },
    });
    expect(sent).toMatchObject({ body: "a,b", headers });
  });
});

import { describe, expect, it } from "vitest";
import { isErrorBody } from "../../core/lib/openapi-tools/call/failure.ts";
import { buildFor, compile, connect, GET, thing } from "./overlay-apps.ts";

describe("tools of apps in the overlay", () => {
  it("of Slack have no token argument, although the document declares one", async () => {
    const token = (location: string, required: boolean) => ({
      name: "token",
      in: location,
      required,
      schema: { type: "string" },
    });
    const form = {
      content: {
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            properties: {
              token: { type: "string" },
              channel: { type: "string" },
              text: { type: "string" },
            },
          },
        },
      },
    };
    const app = compile("slack", {
      ...GET("conversations_list", "/conversations.list", [token("query", false), thing]),
      ...GET("api_test", "/api.test"),
      "/chat.postMessage": {
        post: {
          operationId: "chat_postMessage",
          summary: "Posts",
          parameters: [token("header", true)],
          requestBody: form,
          responses: {},
        },
      },
    });
    expect(app.tool("post_message").input).toMatchObject({ properties: { channel: {}, text: {} } });
    expect(app.tool("post_message").input).not.toHaveProperty("required");
    expect(JSON.stringify(app.tool("post_message").input)).not.toContain("token");
    expect(JSON.stringify(app.tool("conversations_list").input)).not.toContain("token");
    expect([
      isErrorBody(app.record, { ok: false, error: "not_in_channel" }),
      isErrorBody(app.record, { ok: true }),
    ]).toEqual([true, false]);
  });

  it("of Stripe encode lists and objects with brackets and send an idempotency key", async () => {
    const deep = { style: "deepObject", explode: true };
    const schema = {
      type: "object",
      properties: {
        email: { type: "string" },
        expand: { type: "array", items: { type: "string" } },
        metadata: { type: "object", additionalProperties: { type: "string" } },
        items: {
          type: "array",
          items: { type: "object", properties: { price: { type: "string" } } },
        },
      },
    };
    const app = compile("stripe", {
      "/v1/customers": {
        post: {
          operationId: "PostCustomers",
          summary: "Creates one",
          responses: {},
          requestBody: {
            content: {
              "application/x-www-form-urlencoded": {
                schema,
                encoding: { expand: deep, metadata: deep, items: deep },
              },
            },
          },
        },
      },
    });
    const { connection } = connect(app.record, "api_key", { api_key: "rk_1234" });
    const { headers, body, isIdempotent } = await buildFor(app, "", connection, {
      email: "a@b.example",
      expand: ["tax", "sources"],
      metadata: { order: "7" },
      items: [{ price: "p_1" }],
    });
    expect(decodeURIComponent(body as string)).toBe(
      "email=a@b.example&expand[0]=tax&expand[1]=sources&metadata[order]=7&items[0][price]=p_1",
    );
    expect([
      headers["authorization"],
      headers["content-type"],
      headers["idempotency-key"],
      isIdempotent,
    ]).toEqual(["Bearer rk_1234", "application/x-www-form-urlencoded", "run_1", true]);
  });

  it("of GraphQL fail if the list of errors is not empty", () => {
    const { record } = compile("cloudflare");
    expect(
      [{ errors: [] }, { errors: null }, { success: true, errors: [] }].map((data) =>
        isErrorBody(record, data),
      ),
    ).toEqual([false, false, false]);
    expect(
      [{ errors: [{ message: "no" }] }, { success: false }].map((data) =>
        isErrorBody(record, data),
      ),
    ).toEqual([true, true]);
  });
});

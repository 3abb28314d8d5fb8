import { describe, expect, it } from "vitest";
import type { AuthMethod } from "../../app.ts";
import type { ArgumentFill, HttpBinding } from "../../tool-record.ts";
import { catchInputError, createApp, createConnected, requestFor } from "../testing.ts";
import { fillArguments, findMissingContext } from "./fill-arguments.ts";

const record = createApp("https://api.desk.example/{region}", {
  baseFields: [{ name: "region", label: "Region", secret: false, required: true, fallback: "eu" }],
  context: [
    {
      name: "team",
      label: "Team",
      from: "/teams",
      values: { team: "/id", team_number: "/number" },
    },
  ],
});
const binding: HttpBinding = {
  method: "POST",
  path: "/teams/{team}/notes",
  slots: [
    { argument: "team", in: "path", name: "team", style: "simple", fill: { value: "{team}" } },
    {
      argument: "owner",
      in: "header",
      name: "x-owner",
      style: "simple",
      fill: { value: "urn:{team}:{region}" },
    },
    {
      argument: "number",
      in: "body",
      name: "number",
      style: "json",
      fill: { value: "{team_number}", isNumber: true },
    },
    {
      argument: "page",
      in: "query",
      name: "page",
      style: "form",
      fill: { value: "{page}", isOptional: true, unless: ["text"] },
    },
    { argument: "text", in: "body", name: "text", style: "json" },
  ],
  body: { type: "application/json" },
};
const connected = createConnected("tok_12345678", { fields: { team: "t 1", team_number: "7" } });

describe("a request with arguments that the connection knows", () => {
  it("has them in the path, a header and the body", async () => {
    const request = await requestFor(binding, { text: "hi" }, { record, connected });
    expect(request).toMatchObject({
      url: "https://api.desk.example/eu/teams/t%201/notes",
      headers: { "x-owner": "urn:t 1:eu" },
      body: '{"number":7,"text":"hi"}',
    });
  });

  it("has the arguments of the caller instead", async () => {
    const request = await requestFor(binding, { team: "t2" }, { record, connected });
    expect(request.url).toBe("https://api.desk.example/eu/teams/t2/notes");
  });

  it("has no default in the presence of an argument that replaces it", async () => {
    const fields = { ...connected.fields, page: "2" };
    const request = (args: Record<string, unknown>) =>
      requestFor(binding, args, { record, connected: { ...connected, fields } });
    expect((await request({})).url).toContain("?page=2");
    expect((await request({ text: "hi" })).url).not.toContain("?");
    expect((await request({ text: "hi", page: 3 })).url).toContain("?page=3");
  });

  it("is rejected if the connection lacks one", async () => {
    const error = await catchInputError(
      requestFor(binding, {}, { record, connected: createConnected("tok_12345678") }),
    );
    expect(error).toEqual({ pointer: "/connection/team", rule: "context" });
    expect(() => fillArguments(record, binding, {}, undefined)).toThrow(/lacks the value "team"/);
  });

  it("keeps a number that JavaScript can't represent as a text", () => {
    const fields = { team: "t", team_number: "12345678901234567890" };
    expect(
      fillArguments(record, binding, {}, createConnected("tok_12345678", { fields })),
    ).toMatchObject({ number: "12345678901234567890" });
  });
});

describe("findMissingContext", () => {
  it("names the values that the request needs and the connection lacks", () => {
    const empty = createConnected("tok_12345678");
    expect(findMissingContext(record, binding, {}, empty)).toEqual(["team", "team_number"]);
    expect(findMissingContext(record, binding, { number: 1, team: "t" }, empty)).toEqual(["team"]);
    expect(findMissingContext(record, binding, { number: 1 }, connected)).toEqual([]);
  });

  it("doesn't name those of optional arguments, unless the API requires one of several", () => {
    const names = (fill: ArgumentFill) =>
      findMissingContext(
        record,
        { slots: [{ argument: "team", in: "query", name: "team", style: "form", fill }] },
        {},
        createConnected("tok_12345678"),
      );
    expect(names({ value: "{team}", isOptional: true })).toEqual([]);
    expect(names({ value: "{team}", isOptional: true, unless: ["user"] })).toEqual(["team"]);
  });

  it("names those of the base URL and of placements", () => {
    const method: AuthMethod = {
      id: "key",
      type: "bearer",
      fields: [],
      placements: { team_number: { in: "header", name: "x-team" } },
      from: "overlay",
    };
    expect(
      findMissingContext(
        { ...record, base: "https://{team}.desk.example" },
        { slots: [] },
        {},
        createConnected("tok_12345678", { method }),
      ),
    ).toEqual(["team", "team_number"]);
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { LINE_APPS } from "../client-runs/load-vendor-client.ts";
import { openRecorder, type Recorder } from "../recorder.ts";
import { ENDPOINT_CLIENTS } from "./clients.ts";
import { hasEndpoint } from "./match-endpoint.ts";
import { readMethods } from "./read-methods.ts";
import { walkClient } from "./walk-client.ts";

class Notes {
  async get(id: string) {
    if (id === "") throw new TypeError("The ID is empty.");
    await fetch(`https://api.acme.io/v1/notes/${id}`);
  }
  async create({ title }: { readonly title: string }) {
    await fetch("https://api.acme.io/v1/notes", { method: "POST", body: title });
  }
  get broken(): never {
    throw new Error("Not available.");
  }
}
const share = (note: string, person: string) =>
  fetch(`https://api.acme.io/v1/notes/${note}/people/${person}`, { method: "PUT" });

describe("walkClient", () => {
  let recorder: Recorder;
  afterEach(() => recorder.close());

  it("calls the methods of nested objects and of prototypes", async () => {
    recorder = openRecorder();
    const client = { v1: { notes: new Notes(), share }, Notes };
    expect(await walkClient(client, recorder)).toEqual([
      "GET /v1/notes/{}",
      "POST /v1/notes",
      "PUT /v1/notes/{}/people/{}",
    ]);
  });
});

describe("readMethods", () => {
  it("reads verbs and paths from the code of methods, without a call", () => {
    const method = (code: string) => Object.assign(() => {}, { toString: () => code });
    const requests = {
      constructor: method('path = "/v1/other"; Verb.GET'),
      get: method('path = "/v1/notes/{id}"; Verb.GET'),
      update: method('addPath(["/v1/notes/", "/text"]); Verb.PUT'),
      remove: method('path = "/v1/notes"'),
      verb: "Verb.POST",
    };
    const code = { verb: /Verb\.(\w+)/, path: /"(\/v1\/.*?)"(?:;|\])/ };
    expect(readMethods([requests], code)).toEqual(["GET /v1/notes/{id}", "PUT /v1/notes/{}/text"]);
  });
});

describe("hasEndpoint", () => {
  it.each([
    ["GET /v1/notes/{id}", ["GET /v1/notes/{}"], true],
    ["GET /v1/users/{id}", ["GET /v1/users/me"], true],
    ["GET /v1/users/me", ["GET /v1/users/{}"], true],
    ["GET /v1/notes.json", ["GET /v1/notes/"], true],
    ["GET /v1/notes/{id}", ["DELETE /v1/notes/{}", "GET /v1/notes/{}/people"], false],
  ])("finds %s among %j: %s", (endpoint, endpoints, isKnown) => {
    expect(hasEndpoint(endpoints, endpoint)).toBe(isKnown);
  });
});

it("has endpoints only of apps with lines", () => {
  expect(Object.keys(ENDPOINT_CLIENTS).filter((app) => !LINE_APPS.includes(app))).toEqual([]);
});

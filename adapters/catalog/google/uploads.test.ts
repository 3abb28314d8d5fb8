import { expect, it } from "vitest";
import { findUpload } from "./uploads.ts";

const source = { origin: "test", document: "x", retrievedAt: "2026-01-01T00:00:00Z" };
const find = (base: string, path: string, operation = {}) =>
  findUpload({ operation, method: "POST", path, base, source });

it("finds the operations that take files, whatever their parameters are called", () =>
  expect(
    find("https://chat.googleapis.com", "/v1/{room}/attachments:upload", {
      operationId: "chat.media.upload",
      requestBody: { content: { "application/octet-stream": {}, "image/png": {} } },
    }),
  ).toEqual({
    base: "https://chat.googleapis.com/upload",
    parameter: "uploadType",
    withMetadata: "multipart",
    withoutMetadata: "media",
    isRequired: true,
    mediaTypes: ["image/png"],
  }));

it("knows the operations that also work without a file", () =>
  expect(
    find("https://www.googleapis.com/drive/v3", "/files", { operationId: "drive.files.create" }),
  ).toMatchObject({ base: "https://www.googleapis.com/upload/drive/v3", isRequired: false }));

it("finds no upload of another API with the same path", () =>
  expect(find("https://meet.googleapis.com", "/v1/{room}/attachments:upload")).toBeUndefined());

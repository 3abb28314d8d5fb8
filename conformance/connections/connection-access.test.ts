import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectApp, openConnection } from "../fixtures/connections/connect-app.ts";
import { findLeaks } from "../fixtures/connections/find-leaks.ts";
import {
  type RefreshPlatform,
  rejectionOf,
  startRefreshPlatform,
} from "../fixtures/connections/refresh-platform.ts";
import type { TestPlatform } from "../fixtures/connections/test-platform.ts";

let fixture: RefreshPlatform;
let platform: TestPlatform;

beforeAll(async () => {
  fixture = await startRefreshPlatform();
  platform = fixture.platform;
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.close());

describe("a connection whose app returns 401", () => {
  it("uses a token that another run has refreshed", async () => {
    const id = await connectApp(platform, "notes");
    const connected = await openConnection(platform, "notes", id);
    await platform.connecting.refresh(id, connected.secrets["access_token"]);
    expect((await platform.connecting.service.refresh(connected)).secrets["access_token"]).not.toBe(
      connected.secrets["access_token"],
    );
    expect(fixture.refreshRequests()).toHaveLength(1);
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("expires if there is no refresh token", async () => {
    fixture.replyWith({ body: { access_token: "at_secret_forever" } });
    const id = await connectApp(platform, "notes");
    expect(
      await rejectionOf(
        platform.connecting.service.refresh(await openConnection(platform, "notes", id)),
      ),
    ).toMatchObject({
      code: "connection_inactive",
      extensions: { reconnect_url: expect.any(String) },
    });
    expect(await fixture.getConnection(id)).toMatchObject({
      status: "expired",
      status_reason: { code: "refused_by_app" },
    });
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("stays active if it uses an API key, because the key may lack a permission for one tool", async () => {
    const id = await connectApp(platform, "keyed", { f_key: "sk_verysecret2" });
    const connected = await openConnection(platform, "keyed");
    expect(await platform.connecting.service.refresh(connected)).toBe(connected);
    expect((await fixture.getConnection(id)).status).toBe("active");
  });
});

it("leaves no secret in the database, the log or a response", () => {
  expect(
    findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_", "sk_verysecret2"]),
  ).toEqual([]);
});

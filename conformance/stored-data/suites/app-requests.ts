import { AwsV4Signer } from "aws4fetch";
import { expect } from "vitest";
import { basicAuthorization, type Deployment, type RunOptions } from "../deployment.ts";
import { withCurrentNames, without } from "../fixture.ts";

/** Registers tests of the requests that apps receive. */
export function testAppRequests(deployment: Deployment): void {
  const { it, expected, keyOf, run, lastRequest } = deployment;

  it("sends each connection's stored credentials to its app", async () => {
    const authorizationOf = async (tool: string, connection: string, options?: RunOptions) => {
      const { status, body } = await run(tool, connection, options);
      expect([connection, status, body.status]).toEqual([connection, 200, "succeeded"]);
      return lastRequest().headers["authorization"];
    };
    expect(await authorizationOf("quill.get_note", "Quill work")).toBe(
      "Bearer quill_access_stored_1",
    );
    expect(await authorizationOf("quill.get_note", "Quill home")).toBe(
      "Bearer quill_access_stored_2",
    );
    expect(await authorizationOf("willow.get_note", "Willow")).toBe(
      "Bearer willow_access_stored_3",
    );
    expect(await authorizationOf("ferry.get_note", "Ferry")).toBe("Bearer ferry_access_stored_4");
    expect(await authorizationOf("beacon.get_note", "Beacon")).toBe(
      "Bearer beacon_access_stored_5",
    );
    expect(await authorizationOf("mosaic.get_note", "Mosaic")).toBe(
      basicAuthorization("ann", "mosaic_password_of_the_test"),
    );
    expect(await authorizationOf("mosaic.get_note", "Mosaic of 42", { key: "user 42" })).toBe(
      basicAuthorization("bob", "mosaic_password_of_user_42"),
    );
    expect(await authorizationOf("pylon.get_note", "Pylon")).toBe("Bearer pylon_token_of_the_test");
    expect(await authorizationOf("drift.get_note", "Drift")).toBeUndefined();
    expect(await authorizationOf("granary.get_note", "Granary sign-in")).toBe(
      "Bearer granary_access_stored_8",
    );
    expect(await authorizationOf("willow.get_note", "Failing renewal")).toBe(
      "Bearer willow_access_stored_10",
    );
    expect(await authorizationOf("ember.write_note", "Ember", { args: { text: "a" } })).toBe(
      "Bearer ember_access_stored_6",
    );
    expect(
      await authorizationOf("ember.write_note", "Ember of 42", {
        key: "user 42",
        args: { text: "a" },
      }),
    ).toBe("Bearer ember_access_stored_7");

    await run("granary.get_note", "Granary key");
    expect([lastRequest().url.href, lastRequest().headers["x-granary-key"]]).toEqual([
      "https://api.granary.example/v1/notes/1",
      "granary_key_of_the_test",
    ]);

    await run("larder.get_note", "Larder");
    expect(lastRequest().url.href).toBe(
      "https://acme.larder.example/v1/notes/1?api_secret=larder_secret_of_the_test",
    );
    expect(lastRequest().headers).toMatchObject({
      "x-api-key": "Key larder_key_of_the_test",
      "x-version": "2",
    });

    await run("cairn.get_note", "Cairn");
    const { url, headers } = lastRequest();
    const signer = new AwsV4Signer({
      url: url.href,
      headers: { accept: headers["accept"]! },
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      sessionToken: "cairn_session_of_the_test",
      service: "cairn",
      region: "eu-west-1",
    });
    expect(headers["authorization"]).toBe((await signer.sign()).headers.get("authorization"));

    // A run that names no connection uses the default.
    await run("quill.get_note", undefined);
    expect(lastRequest().headers["authorization"]).toBe("Bearer quill_access_stored_1");
    for (const [tool, connection] of [
      ["quill.get_note", "Expired"],
      ["pylon.get_note", "Disabled"],
    ] as const) {
      expect((await run(tool, connection)).body.code).toBe("connection_inactive");
    }
  });

  it("calls the tools of the operator's stored apps", async () => {
    const { services } = deployment;
    for (const { app, tools } of withCurrentNames(expected.apps)) {
      const { body } = await services.platform("GET", `/apps/${app.id}`, keyOf("laptop"));
      // 0.1.0 didn't count tools by how they were checked. Those of own apps never were.
      const checks = { compiled: tools.length, matches_client: 0, refuted: 0 };
      expect(without(body, "connections_count")).toEqual({
        ...without(app, "connections_count"),
        checks: expect.objectContaining(checks),
      });
      for (const tool of tools) {
        const { body } = await services.platform("GET", `/tools/${tool.name}`, keyOf("laptop"));
        // 0.1.0 returned every input schema whole, and didn't say so.
        expect(without(body, "source", "connection")).toEqual({
          ...without(tool, "source", "connection"),
          check: { level: "compiled" },
          input_schema_complete: true,
        });
      }
    }
    await services.platform("POST", "/tools/granary.create_note/run", keyOf("laptop"), {
      arguments: { text: "Grain", label: { name: "Dry" } },
      connection: "Granary key",
    });
    expect([lastRequest().method, lastRequest().url.href, lastRequest().form]).toEqual([
      "POST",
      "https://api.granary.example/v1/notes",
      { text: "Grain", label: { name: "Dry" } },
    ]);
    const { body } = await run("orchard.pick_apples", undefined, { args: { count: 2 } });
    expect(body).toMatchObject({ status: "succeeded", data: "Called Pick-Apples." });
  });
}

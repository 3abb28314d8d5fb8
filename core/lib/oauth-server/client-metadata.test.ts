import { expect, it } from "vitest";
import { readClientMetadata } from "./client-metadata.ts";

const read = (metadata: unknown) => readClientMetadata(metadata, { serviceName: "Jackfield" });

const redirect_uris = ["https://client.example/callback"];

it("reads the name and the redirect URIs", () => {
  const metadata = {
    client_name: "Claude",
    redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
    logo_uri: "https://client.example/logo.png",
  };
  expect(read(metadata)).toEqual({ name: "Claude", redirectUris: redirect_uris });
  expect(read({ redirect_uris })).toEqual({ redirectUris: redirect_uris });
});

it("makes the name one line without control and bidirectional characters", () => {
  const client_name = "  Cl\u202eau\u0000de\n\n2 ";
  expect(read({ client_name, redirect_uris })).toMatchObject({ name: "Cl au de 2" });
  const long = read({ client_name: "ab ".repeat(200), redirect_uris });
  expect("name" in long && long.name?.length).toBe(100);
});

it.each(["Jackfield", "JACK FIELD Security", "J\u0430ckfield", "Jackf1eld", "Jack\u200bfield"])(
  "rejects %j, which people could take for this service",
  (client_name) => {
    expect(read({ client_name, redirect_uris })).toMatchObject({
      error: "invalid_client_metadata",
    });
  },
);

it.each([
  [undefined, "invalid_client_metadata"],
  [[], "invalid_client_metadata"],
  [{}, "invalid_redirect_uri"],
  [{ redirect_uris: [] }, "invalid_redirect_uri"],
  [{ redirect_uris: "https://client.example/" }, "invalid_redirect_uri"],
  [{ redirect_uris: [...redirect_uris, "http://client.example/"] }, "invalid_redirect_uri"],
  [{ redirect_uris: Array(21).fill(redirect_uris[0]) }, "invalid_redirect_uri"],
  [{ redirect_uris, grant_types: ["client_credentials"] }, "invalid_client_metadata"],
  [{ redirect_uris, response_types: ["token"] }, "invalid_client_metadata"],
])("rejects %j", (metadata, error) => {
  expect(read(metadata)).toMatchObject({ error });
});

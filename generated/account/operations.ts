// Written by `npm run generate` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
  | "listAudit"
  | "listKeys"
  | "createKey"
  | "getKey"
  | "updateKey"
  | "replaceKey"
  | "revokeKey"
  | "listMembers"
  | "removeMember"
  | "listPasskeys"
  | "addPasskey"
  | "beginPasskey"
  | "removePasskey"
  | "setPassword"
  | "getSession"
  | "listSessions"
  | "endSession"
  | "claimAccount"
  | "listSignInServers"
  | "getSignInServer"
  | "deleteOauthClient"
  | "putOauthClient"
  | "testOauthClient"
  | "signInWithLink"
  | "signInWithPasskey"
  | "beginPasskeySignIn"
  | "signInWithPassword"
  | "signOut";

/** Operations that a commerce protocol defines. */
export type BindingName =
  never;

/** The inputs with a default value, by operation. */
export interface Defaulted {
  listAudit: "limit";
  listKeys: never;
  createKey: never;
  getKey: never;
  updateKey: never;
  replaceKey: "overlap_hours";
  revokeKey: never;
  listMembers: never;
  removeMember: never;
  listPasskeys: never;
  addPasskey: never;
  beginPasskey: never;
  removePasskey: never;
  setPassword: never;
  getSession: never;
  listSessions: never;
  endSession: never;
  claimAccount: never;
  listSignInServers: never;
  getSignInServer: never;
  deleteOauthClient: never;
  putOauthClient: never;
  testOauthClient: never;
  signInWithLink: never;
  signInWithPasskey: never;
  beginPasskeySignIn: never;
  signInWithPassword: never;
  signOut: never;
}

/** The media types of successful responses besides JSON, by operation. */
export interface Renderings {
  listAudit: never;
  listKeys: never;
  createKey: never;
  getKey: never;
  updateKey: never;
  replaceKey: never;
  revokeKey: never;
  listMembers: never;
  removeMember: never;
  listPasskeys: never;
  addPasskey: never;
  beginPasskey: never;
  removePasskey: never;
  setPassword: never;
  getSession: never;
  listSessions: never;
  endSession: never;
  claimAccount: never;
  listSignInServers: never;
  getSignInServer: never;
  deleteOauthClient: never;
  putOauthClient: never;
  testOauthClient: never;
  signInWithLink: never;
  signInWithPasskey: never;
  beginPasskeySignIn: never;
  signInWithPassword: never;
  signOut: never;
}

export const table: Table<OperationName, BindingName> = {
  "title": "Jackfield Account",
  "version": "1.0.0",
  "operations": {
    "listAudit": {
      "method": "GET",
      "path": "/account/api/v1/audit",
      "summary": "List the audit log",
      "description": "List the changes to the account, newest first. Entries are stored for 400 days.",
      "input": {
        "type": "object",
        "properties": {
          "before": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only entries older than the one with this ID.",
            "examples": [
              "aud_019ab2c3d4e55f0c1a2b3c4d4e5f8a9b"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 50,
            "description": "The maximum number of entries.",
            "examples": [
              50
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "before": "query",
        "limit": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AuditList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "owner"
    },
    "listKeys": {
      "method": "GET",
      "path": "/account/api/v1/keys",
      "summary": "List API keys",
      "description": "List API keys including revoked ones. Owners see all keys, members their own.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/KeyList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "createKey": {
      "method": "POST",
      "path": "/account/api/v1/keys",
      "summary": "Create an API key",
      "description": "Create an API key. The response shows its secret once.",
      "input": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "A name that tells the key from others: where it is used.",
            "examples": [
              "laptop"
            ]
          },
          "permissions": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/KeyPermission"
            },
            "minItems": 1,
            "description": "What the key may do."
          },
          "apps": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/AppId"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "The IDs of the apps that the key may use. By default all.",
            "examples": [
              [
                "github",
                "slack"
              ]
            ]
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The end user that the key acts for. By default the account itself.",
            "examples": [
              "user_42"
            ]
          },
          "origins": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/WebOrigin"
            },
            "minItems": 1,
            "maxItems": 20,
            "description": "The web origins whose pages may use the key. Other requests with it are rejected. By default\nthe key isn't bound to browsers.",
            "examples": [
              [
                "https://app.example"
              ]
            ]
          },
          "lifetime_days": {
            "type": "integer",
            "minimum": 1,
            "maximum": 3650,
            "description": "The number of days until the key expires. By default it never does.",
            "examples": [
              90
            ]
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 16,
            "maxLength": 100,
            "description": "Identifies the request. A second request with the same value is rejected (`key_shown`), because\na secret is shown once.",
            "examples": [
              "0198b7f0-6c1e-7d2a-9f3b-5c8e1a2b4d6f"
            ]
          }
        },
        "required": [
          "name",
          "permissions"
        ],
        "additionalProperties": false
      },
      "source": {
        "name": "body",
        "permissions": "body",
        "apps": "body",
        "user": "body",
        "origins": "body",
        "lifetime_days": "body",
        "idempotency_key": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/NewKey"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member",
      "fresh": true
    },
    "getKey": {
      "method": "GET",
      "path": "/account/api/v1/keys/{key}",
      "summary": "Get an API key",
      "description": "Get an API key.",
      "input": {
        "type": "object",
        "properties": {
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the key.",
            "examples": [
              "key_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "key"
        ],
        "additionalProperties": false
      },
      "source": {
        "key": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Key"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "updateKey": {
      "method": "PATCH",
      "path": "/account/api/v1/keys/{key}",
      "summary": "Rename an API key",
      "description": "Change the name of an API key.",
      "input": {
        "type": "object",
        "properties": {
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the key.",
            "examples": [
              "key_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The new name.",
            "examples": [
              "old laptop"
            ]
          }
        },
        "required": [
          "key",
          "name"
        ],
        "additionalProperties": false
      },
      "source": {
        "key": "path",
        "name": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Key"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "replaceKey": {
      "method": "POST",
      "path": "/account/api/v1/keys/{key}/replace",
      "summary": "Replace an API key",
      "description": "Replace an API key with a new one that has the same name and rights. The old key works until the overlap ends, so that programs can change to the new one without a gap.",
      "input": {
        "type": "object",
        "properties": {
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the key.",
            "examples": [
              "key_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          },
          "overlap_hours": {
            "type": "integer",
            "minimum": 0,
            "maximum": 168,
            "description": "How many hours the old key still works.",
            "examples": [
              24
            ],
            "default": 0
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 16,
            "maxLength": 100,
            "description": "Identifies the request. A second request with the same value is rejected (`key_shown`), because\na secret is shown once.",
            "examples": [
              "0198b7f0-6c1e-7d2a-9f3b-5c8e1a2b4d6f"
            ]
          }
        },
        "required": [
          "key"
        ],
        "additionalProperties": false
      },
      "source": {
        "key": "path",
        "overlap_hours": "body",
        "idempotency_key": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/NewKey"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member",
      "fresh": true
    },
    "revokeKey": {
      "method": "POST",
      "path": "/account/api/v1/keys/{key}/revoke",
      "summary": "Revoke an API key",
      "description": "Revoke an API key. Every process rejects it within a second.",
      "input": {
        "type": "object",
        "properties": {
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the key.",
            "examples": [
              "key_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "key"
        ],
        "additionalProperties": false
      },
      "source": {
        "key": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Key"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member",
      "fresh": true
    },
    "listMembers": {
      "method": "GET",
      "path": "/account/api/v1/members",
      "summary": "List members",
      "description": "List the members of the account.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/MemberList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "removeMember": {
      "method": "DELETE",
      "path": "/account/api/v1/members/{person}",
      "summary": "Remove a member",
      "description": "Remove a member. Their sessions and links end. The last owner can't be removed.",
      "input": {
        "type": "object",
        "properties": {
          "person": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the person.",
            "examples": [
              "per_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "person"
        ],
        "additionalProperties": false
      },
      "source": {
        "person": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/MemberRemoval"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "owner",
      "fresh": true
    },
    "listPasskeys": {
      "method": "GET",
      "path": "/account/api/v1/passkeys",
      "summary": "List passkeys",
      "description": "List the passkeys of the person.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/PasskeyList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "addPasskey": {
      "method": "POST",
      "path": "/account/api/v1/passkeys",
      "summary": "Add a passkey",
      "description": "Add a passkey to the person.",
      "input": {
        "type": "object",
        "properties": {
          "credential": {
            "type": "object",
            "description": "The result of `navigator.credentials.create` as JSON (`RegistrationResponseJSON`).",
            "examples": [
              {
                "id": "Y3JlZGVudGlhbA",
                "type": "public-key"
              }
            ],
            "additionalProperties": true
          }
        },
        "required": [
          "credential"
        ],
        "additionalProperties": false
      },
      "source": {
        "credential": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Passkey"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member",
      "fresh": true
    },
    "beginPasskey": {
      "method": "POST",
      "path": "/account/api/v1/passkeys/options",
      "summary": "Start to add a passkey",
      "description": "Start to add a passkey. The challenge is valid for 5 minutes.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/PasskeyCeremony"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member",
      "fresh": true
    },
    "removePasskey": {
      "method": "DELETE",
      "path": "/account/api/v1/passkeys/{passkey}",
      "summary": "Remove a passkey",
      "description": "Remove a passkey of the person.",
      "input": {
        "type": "object",
        "properties": {
          "passkey": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1400,
            "description": "The ID of the passkey.",
            "examples": [
              "Y3JlZGVudGlhbA"
            ]
          }
        },
        "required": [
          "passkey"
        ],
        "additionalProperties": false
      },
      "source": {
        "passkey": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/PasskeyRemoval"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member",
      "fresh": true
    },
    "setPassword": {
      "method": "PUT",
      "path": "/account/api/v1/password",
      "summary": "Set the password",
      "description": "Set or change the password of the person, for browsers without passkeys.",
      "input": {
        "type": "object",
        "properties": {
          "password": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The new password, with at least 12 characters.",
            "examples": [
              "correct horse battery staple"
            ]
          }
        },
        "required": [
          "password"
        ],
        "additionalProperties": false
      },
      "source": {
        "password": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/PasswordChange"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "422": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member",
      "fresh": true
    },
    "getSession": {
      "method": "GET",
      "path": "/account/api/v1/session",
      "summary": "Get the session",
      "description": "Get the session of the request.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Session"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "listSessions": {
      "method": "GET",
      "path": "/account/api/v1/sessions",
      "summary": "List sessions",
      "description": "List the sessions of the person.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SessionList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "endSession": {
      "method": "DELETE",
      "path": "/account/api/v1/sessions/{session}",
      "summary": "End a session",
      "description": "End a session of the person.",
      "input": {
        "type": "object",
        "properties": {
          "session": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the session.",
            "examples": [
              "ses_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "session"
        ],
        "additionalProperties": false
      },
      "source": {
        "session": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SessionEnd"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    },
    "claimAccount": {
      "method": "POST",
      "path": "/account/api/v1/setup",
      "summary": "Set up the account",
      "description": "Set up the account with the code of the setup link. The person becomes its first owner. This is possible once.",
      "input": {
        "type": "object",
        "properties": {
          "code": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The code of the setup link, which the first start prints.",
            "examples": [
              "JF-7Q4M-XK2P-9D3V-H5TB-0WRC-6YFN-8GJE-1ZSA"
            ]
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80,
            "description": "The name of the person.",
            "examples": [
              "Ada"
            ]
          },
          "password": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "A password, for browsers without passkeys. Without it, add a passkey next.",
            "examples": [
              "correct horse battery staple"
            ]
          }
        },
        "required": [
          "code",
          "name"
        ],
        "additionalProperties": false
      },
      "source": {
        "code": "body",
        "name": "body",
        "password": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Session"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "422": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "anyone"
    },
    "listSignInServers": {
      "method": "GET",
      "path": "/account/api/v1/sign-in-servers",
      "summary": "List sign-in servers",
      "description": "List the sign-in servers of the catalog's apps.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SignInServerList"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "owner"
    },
    "getSignInServer": {
      "method": "GET",
      "path": "/account/api/v1/sign-in-servers/{server}",
      "summary": "Get a sign-in server",
      "description": "Get a sign-in server.",
      "input": {
        "type": "object",
        "properties": {
          "server": {
            "type": "string",
            "minLength": 1,
            "maxLength": 260,
            "description": "The ID of the server.",
            "examples": [
              "oauth2.googleapis.com"
            ]
          }
        },
        "required": [
          "server"
        ],
        "additionalProperties": false
      },
      "source": {
        "server": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SignInServer"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "owner"
    },
    "deleteOauthClient": {
      "method": "DELETE",
      "path": "/account/api/v1/sign-in-servers/{server}/client",
      "summary": "Delete an OAuth client",
      "description": "Delete the OAuth client of a sign-in server. Connections work until their tokens expire.",
      "input": {
        "type": "object",
        "properties": {
          "server": {
            "type": "string",
            "minLength": 1,
            "maxLength": 260,
            "description": "The ID of the server.",
            "examples": [
              "oauth2.googleapis.com"
            ]
          }
        },
        "required": [
          "server"
        ],
        "additionalProperties": false
      },
      "source": {
        "server": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SignInServer"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "owner",
      "fresh": true
    },
    "putOauthClient": {
      "method": "PUT",
      "path": "/account/api/v1/sign-in-servers/{server}/client",
      "summary": "Store an OAuth client",
      "description": "Store or replace the OAuth client of a sign-in server. Every app of the server can then be connected. An app's own client takes precedence.",
      "input": {
        "type": "object",
        "properties": {
          "server": {
            "type": "string",
            "minLength": 1,
            "maxLength": 260,
            "description": "The ID of the server.",
            "examples": [
              "oauth2.googleapis.com"
            ]
          },
          "client_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "pattern": "^[\\x21-\\x7e]+$",
            "description": "The client ID.",
            "examples": [
              "1234.apps.googleusercontent.com"
            ]
          },
          "client_secret": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4000,
            "pattern": "^[\\x21-\\x7e]+$",
            "description": "The client secret. Absent for a public client.",
            "examples": [
              "GOCSPX-example"
            ]
          }
        },
        "required": [
          "server",
          "client_id"
        ],
        "additionalProperties": false
      },
      "source": {
        "server": "path",
        "client_id": "body",
        "client_secret": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SignInServer"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "owner",
      "fresh": true
    },
    "testOauthClient": {
      "method": "POST",
      "path": "/account/api/v1/sign-in-servers/{server}/client/test",
      "summary": "Test an OAuth client",
      "description": "Send a made-up code to the token endpoint with the stored OAuth client. The error shows whether the server accepts the client.",
      "input": {
        "type": "object",
        "properties": {
          "server": {
            "type": "string",
            "minLength": 1,
            "maxLength": 260,
            "description": "The ID of the server.",
            "examples": [
              "oauth2.googleapis.com"
            ]
          }
        },
        "required": [
          "server"
        ],
        "additionalProperties": false
      },
      "source": {
        "server": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/OauthClientTest"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "owner",
      "fresh": true
    },
    "signInWithLink": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/link",
      "summary": "Sign in with a link",
      "description": "Sign in with the code of a link from the command line. Each code works once.",
      "input": {
        "type": "object",
        "properties": {
          "code": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The code of the link.",
            "examples": [
              "JF-7Q4M-XK2P-9D3V-H5TB-0WRC-6YFN-8GJE-1ZSA"
            ]
          }
        },
        "required": [
          "code"
        ],
        "additionalProperties": false
      },
      "source": {
        "code": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Session"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "anyone"
    },
    "signInWithPasskey": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/passkey",
      "summary": "Sign in with a passkey",
      "description": "Sign in with a passkey. Each challenge works once.",
      "input": {
        "type": "object",
        "properties": {
          "credential": {
            "type": "object",
            "description": "The result of `navigator.credentials.get` as JSON (`AuthenticationResponseJSON`).",
            "examples": [
              {
                "id": "Y3JlZGVudGlhbA",
                "type": "public-key"
              }
            ],
            "additionalProperties": true
          }
        },
        "required": [
          "credential"
        ],
        "additionalProperties": false
      },
      "source": {
        "credential": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Session"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "anyone"
    },
    "beginPasskeySignIn": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/passkey/options",
      "summary": "Start a sign-in with a passkey",
      "description": "Start to sign in with a passkey. The challenge is valid for 5 minutes.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/PasskeyCeremony"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "anyone"
    },
    "signInWithPassword": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/password",
      "summary": "Sign in with a password",
      "description": "Sign in with a name and a password.",
      "input": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80,
            "description": "The name of the person.",
            "examples": [
              "Ada"
            ]
          },
          "password": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "The password.",
            "examples": [
              "correct horse battery staple"
            ]
          }
        },
        "required": [
          "name",
          "password"
        ],
        "additionalProperties": false
      },
      "source": {
        "name": "body",
        "password": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Session"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "anyone"
    },
    "signOut": {
      "method": "POST",
      "path": "/account/api/v1/sign-out",
      "summary": "Sign out",
      "description": "Sign out: end the session of the request.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SessionEnd"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "401": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "403": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "role": "member"
    }
  },
  "bindings": {},
  "$defs": {
    "Role": {
      "type": "string",
      "enum": [
        "owner",
        "member"
      ],
      "description": "Owners also manage members and sign-in methods of the account."
    },
    "SignInMethod": {
      "type": "string",
      "enum": [
        "setup",
        "link",
        "passkey",
        "password",
        "provider"
      ],
      "description": "How a person signed in."
    },
    "Session": {
      "type": "object",
      "required": [
        "id",
        "person",
        "name",
        "role",
        "method",
        "browser",
        "created",
        "seen",
        "expires",
        "current"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the session.",
          "examples": [
            "ses_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "person": {
          "type": "string",
          "description": "The ID of the person.",
          "examples": [
            "per_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the person.",
          "examples": [
            "Ada"
          ]
        },
        "role": {
          "$ref": "#/$defs/Role",
          "description": "The role of the person in the account."
        },
        "method": {
          "$ref": "#/$defs/SignInMethod",
          "description": "How the person signed in."
        },
        "browser": {
          "type": "string",
          "description": "The browser and the system.",
          "examples": [
            "Firefox on Linux"
          ]
        },
        "network": {
          "type": "string",
          "description": "The network of the browser: an IPv4 /24 or an IPv6 /48.",
          "examples": [
            "192.0.2.0/24"
          ]
        },
        "created": {
          "type": "string",
          "format": "date-time",
          "description": "When the person signed in.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "seen": {
          "type": "string",
          "format": "date-time",
          "description": "The last use, at most a minute out of date.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "expires": {
          "type": "string",
          "format": "date-time",
          "description": "When the session ends, whatever its use.",
          "examples": [
            "2027-02-20T10:00:00Z"
          ]
        },
        "current": {
          "type": "boolean",
          "description": "Whether this is the session of the request.",
          "examples": [
            true
          ]
        }
      },
      "description": "A person's session in one browser."
    },
    "ProblemCode": {
      "type": "string",
      "enum": [
        "invalid_input",
        "session_required",
        "sign_in_failed",
        "proof_required",
        "role_required",
        "foreign_request",
        "not_found",
        "record_not_found",
        "method_not_allowed",
        "last_owner",
        "name_taken",
        "key_shown",
        "key_inactive",
        "body_too_large",
        "wrong_host",
        "password_refused",
        "rate_limited",
        "internal",
        "sign_in_busy",
        "storage_unavailable"
      ],
      "description": "The problem codes of the account service, each with its status:\n\n- `invalid_input` (400): the request doesn't match the API specification; `errors` says where.\n- `session_required` (401): the request has no valid session cookie.\n- `sign_in_failed` (401): the code, passkey or password is wrong, used or expired.\n- `proof_required` (403): the person has to sign in again, because the last time was more than 15\nminutes ago.\n- `role_required` (403): the member isn't an owner.\n- `foreign_request` (403): the request doesn't come from a page of this origin.\n- `not_found` (404): nothing is served at this path, or no longer, because the account has been\nset up.\n- `record_not_found` (404): the account has no such passkey, session, member or key.\n- `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods\nthat it supports.\n- `last_owner` (409): an account needs an owner.\n- `name_taken` (409): another member with this name has a password.\n- `key_shown` (409): the request was sent before, and its response showed the secret.\n- `key_inactive` (409): the key is revoked or expired.\n- `body_too_large` (413): the request body is too large.\n- `wrong_host` (421): the service doesn't serve this host.\n- `password_refused` (422): the password is too easy to guess.\n- `rate_limited` (429): too many failed attempts to sign in.\n- `internal` (500): an error in the service.\n- `sign_in_busy` (503): too many passwords are being checked.\n- `storage_unavailable` (503): the storage is unavailable."
    },
    "InputError": {
      "type": "object",
      "required": [
        "pointer",
        "detail"
      ],
      "properties": {
        "pointer": {
          "type": "string",
          "description": "The location of the error: a JSON Pointer into the input (RFC 6901). The empty string is the\nwhole input.",
          "examples": [
            "/limit"
          ]
        },
        "detail": {
          "type": "string",
          "description": "A description of the error.",
          "examples": [
            "It is 500. It must be at most 50."
          ]
        }
      },
      "description": "One error in the input."
    },
    "Problem": {
      "type": "object",
      "required": [
        "type",
        "title",
        "status",
        "code",
        "detail",
        "retryable"
      ],
      "properties": {
        "type": {
          "type": "string",
          "pattern": "^urn:problem-type:jackfield:[a-z_]+$",
          "description": "The problem type, a stable URI: `urn:problem-type:jackfield:` followed by the code.",
          "examples": [
            "urn:problem-type:jackfield:invalid_input"
          ]
        },
        "title": {
          "type": "string",
          "description": "A short summary of the problem type. It is the same for every occurrence.",
          "examples": [
            "Invalid input"
          ]
        },
        "status": {
          "type": "integer",
          "minimum": 400,
          "maximum": 599,
          "description": "The HTTP status code, repeated for clients that only see the body.",
          "examples": [
            400
          ]
        },
        "code": {
          "$ref": "#/$defs/ProblemCode",
          "description": "The problem type as a code to switch on."
        },
        "detail": {
          "type": "string",
          "description": "An explanation of this occurrence, with the value that caused it.",
          "examples": [
            "limit is 51, but the maximum is 50."
          ]
        },
        "hint": {
          "type": "string",
          "description": "How to fix the problem.",
          "examples": [
            "Set limit to 50 or less."
          ]
        },
        "retryable": {
          "type": "boolean",
          "description": "Whether the same request may succeed later.",
          "examples": [
            false
          ]
        },
        "instance": {
          "type": "string",
          "description": "A URI that identifies this occurrence: the request ID as a URN. The operator finds the request\nin the log with it.",
          "examples": [
            "urn:uuid:7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
          ]
        },
        "errors": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/InputError"
          },
          "description": "The errors in the input."
        }
      },
      "description": "Problem details (RFC 9457)."
    },
    "PasskeyCeremony": {
      "type": "object",
      "required": [
        "options"
      ],
      "properties": {
        "options": {
          "type": "object",
          "description": "The options for `navigator.credentials`, in their JSON format (WebAuthn Level 3).",
          "examples": [
            {
              "challenge": "c2VjcmV0"
            }
          ],
          "additionalProperties": true
        }
      },
      "description": "What the browser needs for a passkey (`PublicKeyCredentialCreationOptionsJSON` and others)."
    },
    "SessionEnd": {
      "type": "object",
      "required": [
        "ended"
      ],
      "properties": {
        "ended": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true: the session has ended in every process."
        }
      },
      "description": "An ended session."
    },
    "SessionList": {
      "type": "object",
      "required": [
        "data"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Session"
          },
          "description": "The sessions, the last used first."
        }
      },
      "description": "A list of sessions."
    },
    "Passkey": {
      "type": "object",
      "required": [
        "id",
        "name",
        "host",
        "usable",
        "backed_up",
        "created"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The credential ID.",
          "examples": [
            "Y3JlZGVudGlhbA"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the passkey.",
          "examples": [
            "Firefox on Linux"
          ]
        },
        "host": {
          "type": "string",
          "description": "The host that the passkey works on.",
          "examples": [
            "jackfield.example"
          ]
        },
        "usable": {
          "type": "boolean",
          "description": "Whether it works on the current host of the service.",
          "examples": [
            true
          ]
        },
        "backed_up": {
          "type": "boolean",
          "description": "Whether the passkey is synchronized between devices.",
          "examples": [
            true
          ]
        },
        "created": {
          "type": "string",
          "format": "date-time",
          "description": "When it was added.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "last_used": {
          "type": "string",
          "format": "date-time",
          "description": "The last sign-in with it.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        }
      },
      "description": "A passkey of the person."
    },
    "PasskeyList": {
      "type": "object",
      "required": [
        "data",
        "password"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Passkey"
          },
          "description": "The passkeys."
        },
        "password": {
          "type": "boolean",
          "description": "Whether the person has a password.",
          "examples": [
            false
          ]
        }
      },
      "description": "The sign-in methods of the person."
    },
    "PasskeyRemoval": {
      "type": "object",
      "required": [
        "removed"
      ],
      "properties": {
        "removed": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true: the passkey no longer works."
        }
      },
      "description": "A removed passkey."
    },
    "PasswordChange": {
      "type": "object",
      "required": [
        "changed"
      ],
      "properties": {
        "changed": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true: the new password works, and the old one doesn't."
        }
      },
      "description": "A changed password."
    },
    "Member": {
      "type": "object",
      "required": [
        "person",
        "name",
        "role",
        "since"
      ],
      "properties": {
        "person": {
          "type": "string",
          "description": "The ID of the person.",
          "examples": [
            "per_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the person.",
          "examples": [
            "Ada"
          ]
        },
        "role": {
          "$ref": "#/$defs/Role",
          "description": "The role of the person."
        },
        "since": {
          "type": "string",
          "format": "date-time",
          "description": "When the person joined.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        }
      },
      "description": "A person in the account."
    },
    "MemberList": {
      "type": "object",
      "required": [
        "data"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Member"
          },
          "description": "The members, in order of joining."
        }
      },
      "description": "A list of members."
    },
    "MemberRemoval": {
      "type": "object",
      "required": [
        "removed"
      ],
      "properties": {
        "removed": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true: the person's sessions and links have ended."
        }
      },
      "description": "A removed member."
    },
    "AuditActor": {
      "type": "object",
      "required": [
        "kind"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "person",
            "key",
            "terminal",
            "service"
          ],
          "description": "A person, an API key, the command line or Jackfield itself."
        },
        "id": {
          "type": "string",
          "description": "The ID of the person or the API key.",
          "examples": [
            "per_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name at that time.",
          "examples": [
            "Ada"
          ]
        }
      },
      "description": "Who made a change."
    },
    "AuditEntry": {
      "type": "object",
      "required": [
        "id",
        "at",
        "actor",
        "action"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the entry. IDs sort by time.",
          "examples": [
            "aud_019ab2c3d4e55f0c1a2b3c4d4e5f8a9b"
          ]
        },
        "at": {
          "type": "string",
          "format": "date-time",
          "description": "When it happened.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "actor": {
          "$ref": "#/$defs/AuditActor",
          "description": "Who made the change."
        },
        "action": {
          "type": "string",
          "description": "The resource and what happened to it.",
          "examples": [
            "passkey.added"
          ]
        },
        "subject": {
          "type": "string",
          "description": "The ID of what changed.",
          "examples": [
            "Y3JlZGVudGlhbA"
          ]
        },
        "network": {
          "type": "string",
          "description": "The network of the browser.",
          "examples": [
            "192.0.2.0/24"
          ]
        }
      },
      "description": "A change to the account."
    },
    "AuditList": {
      "type": "object",
      "required": [
        "data"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuditEntry"
          },
          "description": "The entries, newest first."
        }
      },
      "description": "A page of the audit log."
    },
    "KeyPermission": {
      "type": "string",
      "enum": [
        "read",
        "connect",
        "run"
      ],
      "description": "What an API key may do."
    },
    "KeyCreator": {
      "type": "object",
      "required": [
        "kind"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "person",
            "terminal"
          ],
          "description": "A person, or the command line."
        },
        "id": {
          "type": "string",
          "description": "The ID of the person.",
          "examples": [
            "per_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the person. Absent if the person left the account.",
          "examples": [
            "Ada"
          ]
        }
      },
      "description": "Who created an API key."
    },
    "Key": {
      "type": "object",
      "required": [
        "id",
        "name",
        "prefix",
        "status",
        "permissions",
        "created"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the key.",
          "examples": [
            "key_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the key.",
          "examples": [
            "laptop"
          ]
        },
        "prefix": {
          "type": "string",
          "description": "The first characters of the key.",
          "examples": [
            "jf_live_8Kq2"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "active",
            "expired",
            "revoked"
          ],
          "description": "Whether the key works."
        },
        "permissions": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/KeyPermission"
          },
          "description": "What the key may do."
        },
        "apps": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The apps that the key may use. Absent: all."
        },
        "user": {
          "type": "string",
          "description": "The end user that the key acts for. Absent: the account itself.",
          "examples": [
            "user_42"
          ]
        },
        "origins": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The web origins whose pages may use the key. Absent: the key isn't for browsers only."
        },
        "created": {
          "type": "string",
          "format": "date-time",
          "description": "When the key was created.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "created_by": {
          "$ref": "#/$defs/KeyCreator",
          "description": "Who created the key. Absent: unknown."
        },
        "expires": {
          "type": "string",
          "format": "date-time",
          "description": "When the key stops working. Absent: never.",
          "examples": [
            "2027-02-20T10:00:00Z"
          ]
        },
        "last_used": {
          "type": "string",
          "format": "date-time",
          "description": "The last use, at most a minute out of date.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "last_used_by": {
          "type": "string",
          "description": "The API or protocol of the last use, and the client.",
          "examples": [
            "mcp claude-code/2.1"
          ]
        },
        "revoked": {
          "type": "string",
          "format": "date-time",
          "description": "When the key was revoked.",
          "examples": [
            "2026-11-23T10:00:00Z"
          ]
        },
        "replaces": {
          "type": "string",
          "description": "The ID of the key that this one replaces.",
          "examples": [
            "key_1a2b3c4d4e5f8a9b0c1d2e3f4a5b5f0c"
          ]
        }
      },
      "description": "An API key, without its secret."
    },
    "KeyList": {
      "type": "object",
      "required": [
        "data"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Key"
          },
          "description": "The keys, newest first."
        }
      },
      "description": "A list of API keys."
    },
    "NewKey": {
      "type": "object",
      "required": [
        "key",
        "secret"
      ],
      "properties": {
        "key": {
          "$ref": "#/$defs/Key",
          "description": "The key."
        },
        "secret": {
          "type": "string",
          "description": "The secret. It is in no other response, because only its digest is stored.",
          "examples": [
            "jf_live_8Kq2TzV0rXn4LwYc7BhJ5sDm1Gp9Fe3Qa6UoZx1Cv3B_R2x8Ni"
          ]
        }
      },
      "description": "A new API key with its secret."
    },
    "AppId": {
      "type": "string",
      "pattern": "^[a-z][a-z0-9_]{0,27}$",
      "description": "The ID of an app."
    },
    "WebOrigin": {
      "type": "string",
      "pattern": "^https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?$",
      "description": "A web origin: a scheme, a host and perhaps a port."
    },
    "SignInApp": {
      "type": "object",
      "required": [
        "id",
        "name"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "gmail"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the app.",
          "examples": [
            "Gmail"
          ]
        }
      },
      "description": "An app that signs in at a server."
    },
    "SignInServer": {
      "type": "object",
      "required": [
        "id",
        "sign_in_host",
        "vendor",
        "apps_count",
        "apps",
        "configured",
        "redirect_uri"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The host of the token endpoint.",
          "examples": [
            "oauth2.googleapis.com"
          ]
        },
        "sign_in_host": {
          "type": "string",
          "description": "The host of the sign-in page.",
          "examples": [
            "accounts.google.com"
          ]
        },
        "vendor": {
          "type": "string",
          "description": "The domain of the owner of most of its apps.",
          "examples": [
            "google.com"
          ]
        },
        "apps_count": {
          "type": "integer",
          "description": "The number of apps that a client opens.",
          "examples": [
            251
          ]
        },
        "apps": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SignInApp"
          },
          "description": "Up to 12 of these apps, the most used first."
        },
        "configured": {
          "type": "boolean",
          "description": "Whether an OAuth client is stored for the server."
        },
        "client_id": {
          "type": "string",
          "description": "The client ID of the stored client.",
          "examples": [
            "1234.apps.googleusercontent.com"
          ]
        },
        "setup_url": {
          "type": "string",
          "description": "The page where operators register a client.",
          "examples": [
            "https://console.cloud.google.com/apis/credentials"
          ]
        },
        "redirect_uri": {
          "type": "string",
          "description": "The redirect URI to register.",
          "examples": [
            "https://platform.example/oauth/callback"
          ]
        }
      },
      "description": "An authorization server that apps of the catalog share. One OAuth client opens them all."
    },
    "SignInServerList": {
      "type": "object",
      "required": [
        "data"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SignInServer"
          },
          "description": "The servers, the one with the most apps first."
        }
      },
      "description": "A list of sign-in servers."
    },
    "OauthClientTest": {
      "type": "object",
      "required": [
        "ok",
        "detail"
      ],
      "properties": {
        "ok": {
          "anyOf": [
            {
              "type": "boolean"
            },
            {
              "type": "null"
            }
          ],
          "description": "Whether the server accepts the client. Null if its response doesn't show it."
        },
        "detail": {
          "type": "string",
          "description": "The result as a sentence.",
          "examples": [
            "oauth2.googleapis.com accepts the client."
          ]
        }
      },
      "description": "The result of testing an OAuth client."
    }
  }
};

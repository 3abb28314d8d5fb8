// Written by `npm run generate` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
  | "deleteAccount"
  | "getAccount"
  | "updateAccount"
  | "keepAccount"
  | "listActivity"
  | "summarizeActivity"
  | "getActivity"
  | "runAgain"
  | "addApp"
  | "previewApp"
  | "removeApp"
  | "deleteAppClient"
  | "getAppClient"
  | "putAppClient"
  | "listAudit"
  | "createGrant"
  | "listIdentities"
  | "addIdentity"
  | "beginIdentity"
  | "removeIdentity"
  | "listInvitations"
  | "inviteMember"
  | "withdrawInvitation"
  | "listKeys"
  | "createKey"
  | "getKey"
  | "updateKey"
  | "replaceKey"
  | "revokeKey"
  | "listMembers"
  | "removeMember"
  | "updateMember"
  | "createSignInLink"
  | "listPasskeys"
  | "addPasskey"
  | "beginPasskey"
  | "removePasskey"
  | "setPassword"
  | "updatePerson"
  | "rotateSecretsKey"
  | "getSession"
  | "listSessions"
  | "endSession"
  | "claimAccount"
  | "listSignInServers"
  | "getSignInServer"
  | "deleteOauthClient"
  | "putOauthClient"
  | "testOauthClient"
  | "acceptInvitation"
  | "signInWithLink"
  | "signInWithPasskey"
  | "beginPasskeySignIn"
  | "signInWithPassword"
  | "beginProviderSignIn"
  | "signInWithProvider"
  | "signOut"
  | "listUsers"
  | "deleteUser"
  | "getUser"
  | "disconnectUser";

/** Operations that a commerce protocol defines. */
export type BindingName =
  never;

/** The inputs with a default value, by operation. */
export interface Defaulted {
  deleteAccount: never;
  getAccount: never;
  updateAccount: never;
  keepAccount: never;
  listActivity: "limit";
  summarizeActivity: never;
  getActivity: never;
  runAgain: "confirmed";
  addApp: "replace";
  previewApp: never;
  removeApp: never;
  deleteAppClient: never;
  getAppClient: never;
  putAppClient: never;
  listAudit: "limit";
  createGrant: never;
  listIdentities: never;
  addIdentity: never;
  beginIdentity: never;
  removeIdentity: never;
  listInvitations: never;
  inviteMember: never;
  withdrawInvitation: never;
  listKeys: never;
  createKey: never;
  getKey: never;
  updateKey: never;
  replaceKey: "overlap_hours";
  revokeKey: never;
  listMembers: never;
  removeMember: "keys";
  updateMember: never;
  createSignInLink: never;
  listPasskeys: never;
  addPasskey: never;
  beginPasskey: never;
  removePasskey: never;
  setPassword: never;
  updatePerson: never;
  rotateSecretsKey: never;
  getSession: never;
  listSessions: never;
  endSession: never;
  claimAccount: never;
  listSignInServers: never;
  getSignInServer: never;
  deleteOauthClient: never;
  putOauthClient: never;
  testOauthClient: never;
  acceptInvitation: never;
  signInWithLink: never;
  signInWithPasskey: never;
  beginPasskeySignIn: never;
  signInWithPassword: never;
  beginProviderSignIn: never;
  signInWithProvider: never;
  signOut: never;
  listUsers: "limit";
  deleteUser: never;
  getUser: never;
  disconnectUser: never;
}

/** The media types of successful responses besides JSON, by operation. */
export interface Renderings {
  deleteAccount: never;
  getAccount: never;
  updateAccount: never;
  keepAccount: never;
  listActivity: never;
  summarizeActivity: never;
  getActivity: never;
  runAgain: never;
  addApp: never;
  previewApp: never;
  removeApp: never;
  deleteAppClient: never;
  getAppClient: never;
  putAppClient: never;
  listAudit: never;
  createGrant: never;
  listIdentities: never;
  addIdentity: never;
  beginIdentity: never;
  removeIdentity: never;
  listInvitations: never;
  inviteMember: never;
  withdrawInvitation: never;
  listKeys: never;
  createKey: never;
  getKey: never;
  updateKey: never;
  replaceKey: never;
  revokeKey: never;
  listMembers: never;
  removeMember: never;
  updateMember: never;
  createSignInLink: never;
  listPasskeys: never;
  addPasskey: never;
  beginPasskey: never;
  removePasskey: never;
  setPassword: never;
  updatePerson: never;
  rotateSecretsKey: never;
  getSession: never;
  listSessions: never;
  endSession: never;
  claimAccount: never;
  listSignInServers: never;
  getSignInServer: never;
  deleteOauthClient: never;
  putOauthClient: never;
  testOauthClient: never;
  acceptInvitation: never;
  signInWithLink: never;
  signInWithPasskey: never;
  beginPasskeySignIn: never;
  signInWithPassword: never;
  beginProviderSignIn: never;
  signInWithProvider: never;
  signOut: never;
  listUsers: never;
  deleteUser: never;
  getUser: never;
  disconnectUser: never;
}

export const table: Table<OperationName, BindingName> = {
  "title": "Jackfield Account",
  "version": "1.0.0",
  "operations": {
    "deleteAccount": {
      "method": "DELETE",
      "path": "/account/api/v1/account",
      "summary": "Delete the account",
      "description": "Delete the account. All API keys stop working within a second. After 7 days, everything of the account is deleted: people, keys, connections, OAuth clients, runs and the audit log. Until then, owners can keep the account.",
      "input": {
        "type": "object",
        "properties": {
          "confirm": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80,
            "description": "The name of the account, or its ID if it has no name.",
            "examples": [
              "Acme"
            ]
          }
        },
        "required": [
          "confirm"
        ],
        "additionalProperties": false
      },
      "source": {
        "confirm": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AccountSettings"
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
      "role": "owner",
      "fresh": true
    },
    "getAccount": {
      "method": "GET",
      "path": "/account/api/v1/account",
      "summary": "Get the account",
      "description": "Get the settings of the account.",
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
            "$ref": "#/$defs/AccountSettings"
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
    "updateAccount": {
      "method": "PATCH",
      "path": "/account/api/v1/account",
      "summary": "Change the account",
      "description": "Change the settings of the account. Settings that the request leaves out stay. A shorter time deletes older runs or entries within a minute.",
      "input": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80,
            "description": "The new name.",
            "examples": [
              "Acme"
            ]
          },
          "run_days": {
            "type": "integer",
            "minimum": 1,
            "maximum": 365,
            "description": "For how many days runs and their results are stored.",
            "examples": [
              30
            ]
          },
          "audit_days": {
            "type": "integer",
            "minimum": 90,
            "maximum": 3650,
            "description": "For how many days entries of the audit log are stored.",
            "examples": [
              400
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "name": "body",
        "run_days": "body",
        "audit_days": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AccountSettings"
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
      "role": "owner",
      "fresh": true
    },
    "keepAccount": {
      "method": "POST",
      "path": "/account/api/v1/account/keep",
      "summary": "Keep the account",
      "description": "Cancel the deletion of the account. API keys that it revoked stay revoked.",
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
            "$ref": "#/$defs/AccountSettings"
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
    "listActivity": {
      "method": "GET",
      "path": "/account/api/v1/activity",
      "summary": "List runs",
      "description": "List the runs of the account and its end users, newest first. Members who aren't owners get the runs of the account itself. Runs are stored for 30 days by default.",
      "input": {
        "type": "object",
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "queued",
              "running",
              "succeeded",
              "failed",
              "outcome_unknown"
            ],
            "description": "Return only runs with this status.",
            "examples": [
              "failed"
            ]
          },
          "source": {
            "type": "string",
            "enum": [
              "api",
              "mcp",
              "page",
              "trigger"
            ],
            "description": "Return only runs that were requested this way.",
            "examples": [
              "mcp"
            ]
          },
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs of this app's tools.",
            "examples": [
              "github"
            ]
          },
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs of this tool.",
            "examples": [
              "github.issues_create"
            ]
          },
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Return only runs that this API key or person requested.",
            "examples": [
              "key_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Return only runs of this end user.",
            "examples": [
              "user_17"
            ]
          },
          "from": {
            "type": "string",
            "format": "date-time",
            "description": "Return only runs that were requested at this time or later.",
            "examples": [
              "2026-11-22T00:00:00Z"
            ]
          },
          "to": {
            "type": "string",
            "format": "date-time",
            "description": "Return only runs that were requested before this time.",
            "examples": [
              "2026-11-23T00:00:00Z"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 50,
            "description": "The maximum number of runs.",
            "examples": [
              5
            ]
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "The `next_cursor` of the previous page, sent with the same filters.",
            "examples": [
              "eyJiZWZvcmUiOjF9"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "status": "query",
        "source": "query",
        "app": "query",
        "tool": "query",
        "key": "query",
        "user": "query",
        "from": "query",
        "to": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ActivityList"
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
    "summarizeActivity": {
      "method": "GET",
      "path": "/account/api/v1/activity/summary",
      "summary": "Count runs",
      "description": "Count the runs of the last 24 hours by hour and outcome.",
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
            "$ref": "#/$defs/ActivitySummary"
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
    "getActivity": {
      "method": "GET",
      "path": "/account/api/v1/activity/{run}",
      "summary": "Get a run",
      "description": "Get a run with its arguments, its requests to the app, and its result if one is stored.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the run.",
            "examples": [
              "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "run"
        ],
        "additionalProperties": false
      },
      "source": {
        "run": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ActivityDetails"
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
    "runAgain": {
      "method": "POST",
      "path": "/account/api/v1/activity/{run}/again",
      "summary": "Run again",
      "description": "Run the tool of a run again, with the same arguments, connection and end user. The new run names the run that it repeats. A run that may change something twice requires `confirmed`.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the run.",
            "examples": [
              "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          },
          "confirmed": {
            "type": "boolean",
            "description": "Whether the person has confirmed that the tool may change something twice.",
            "default": false
          },
          "arguments": {
            "type": "object",
            "description": "The values of `incomplete_arguments`. They also replace stored arguments.",
            "examples": [
              {
                "token": "secret"
              }
            ],
            "additionalProperties": true
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "An idempotency key. For 24 hours, a request with the same key is the same run.",
            "examples": [
              "again-17"
            ]
          }
        },
        "required": [
          "run"
        ],
        "additionalProperties": false
      },
      "source": {
        "run": "path",
        "confirmed": "body",
        "arguments": "body",
        "idempotency_key": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/RunAgain"
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
      "role": "member"
    },
    "addApp": {
      "method": "POST",
      "path": "/account/api/v1/apps",
      "summary": "Add an app",
      "description": "Add an app of the account's own. Its tools can be found and run at once, by this account only. A document is compiled within 30 seconds into at most 2,000 tools, and an account has at most 100 apps of its own.",
      "input": {
        "type": "object",
        "properties": {
          "document": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4000000,
            "description": "The text of an OpenAPI 3 or Swagger 2 document, as JSON or YAML.",
            "examples": [
              "{\"openapi\":\"3.1.0\"}"
            ]
          },
          "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "pattern": "^[hH][tT][tT][pP][sS]?://",
            "description": "The URL of such a document, or of a remote MCP server.",
            "examples": [
              "https://api.boats.example/openapi.yaml"
            ]
          },
          "id": {
            "$ref": "#/$defs/AppId",
            "description": "The ID of the app. By default it is derived from the title of the document.",
            "examples": [
              "boats"
            ]
          },
          "replace": {
            "type": "boolean",
            "description": "Whether it may replace the app that has its ID.",
            "default": false
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "document": "body",
        "url": "body",
        "id": "body",
        "replace": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/OwnApp"
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
      "role": "owner"
    },
    "previewApp": {
      "method": "POST",
      "path": "/account/api/v1/apps/preview",
      "summary": "Preview an app",
      "description": "Read an app without adding it. The result names its tools, what was left out, and how people sign in.",
      "input": {
        "type": "object",
        "properties": {
          "document": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4000000,
            "description": "The text of an OpenAPI 3 or Swagger 2 document, as JSON or YAML.",
            "examples": [
              "{\"openapi\":\"3.1.0\"}"
            ]
          },
          "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "pattern": "^[hH][tT][tT][pP][sS]?://",
            "description": "The URL of such a document, or of a remote MCP server.",
            "examples": [
              "https://api.boats.example/openapi.yaml"
            ]
          },
          "id": {
            "$ref": "#/$defs/AppId",
            "description": "The ID of the app. By default it is derived from the title of the document.",
            "examples": [
              "boats"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "document": "body",
        "url": "body",
        "id": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/OwnApp"
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
      "role": "owner"
    },
    "removeApp": {
      "method": "DELETE",
      "path": "/account/api/v1/apps/{app}",
      "summary": "Remove an app",
      "description": "Remove an app that the account added, and its connections.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 28,
            "description": "The ID of the app.",
            "examples": [
              "boats"
            ]
          },
          "confirm": {
            "type": "string",
            "maxLength": 28,
            "description": "The ID again. Required if the app has connections, which are deleted too.",
            "examples": [
              "boats"
            ]
          }
        },
        "required": [
          "app"
        ],
        "additionalProperties": false
      },
      "source": {
        "app": "path",
        "confirm": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RemovedApp"
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
      "role": "owner"
    },
    "deleteAppClient": {
      "method": "DELETE",
      "path": "/account/api/v1/apps/{app}/client",
      "summary": "Delete an app's OAuth client",
      "description": "Delete the OAuth client of one app. Connections work until their tokens expire.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 28,
            "description": "The ID of the app.",
            "examples": [
              "gmail"
            ]
          }
        },
        "required": [
          "app"
        ],
        "additionalProperties": false
      },
      "source": {
        "app": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AppClient"
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
    "getAppClient": {
      "method": "GET",
      "path": "/account/api/v1/apps/{app}/client",
      "summary": "Get an app's OAuth client",
      "description": "Get the OAuth client of one app.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 28,
            "description": "The ID of the app.",
            "examples": [
              "gmail"
            ]
          }
        },
        "required": [
          "app"
        ],
        "additionalProperties": false
      },
      "source": {
        "app": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AppClient"
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
    "putAppClient": {
      "method": "PUT",
      "path": "/account/api/v1/apps/{app}/client",
      "summary": "Store an app's OAuth client",
      "description": "Store or replace the OAuth client of one app. It takes precedence over that of the app's sign-in server.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 28,
            "description": "The ID of the app.",
            "examples": [
              "gmail"
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
          "app",
          "client_id"
        ],
        "additionalProperties": false
      },
      "source": {
        "app": "path",
        "client_id": "body",
        "client_secret": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AppClient"
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
    "listAudit": {
      "method": "GET",
      "path": "/account/api/v1/audit",
      "summary": "List the audit log",
      "description": "List the changes to the account, newest first. Entries are stored for 400 days by default.",
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
    "createGrant": {
      "method": "POST",
      "path": "/account/api/v1/grants",
      "summary": "Let an MCP client act for the account",
      "description": "Let an MCP client act for the account (OAuth 2.1, section 4.1). The grant is an API key, which exists as soon as the client has exchanged the code.",
      "input": {
        "type": "object",
        "properties": {
          "client_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "description": "The client: the ID of its registration, or the URL of its metadata document.",
            "examples": [
              "https://client.example/oauth/client.json"
            ]
          },
          "redirect_uri": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "description": "One of the client's redirect URIs.",
            "examples": [
              "https://client.example/callback"
            ]
          },
          "response_type": {
            "type": "string",
            "enum": [
              "code"
            ],
            "description": "The kind of response."
          },
          "code_challenge": {
            "type": "string",
            "pattern": "^[\\w-]{43}$",
            "description": "The S256 challenge of the client's code verifier (RFC 7636).",
            "examples": [
              "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
            ]
          },
          "code_challenge_method": {
            "type": "string",
            "enum": [
              "S256"
            ],
            "description": "The method of the challenge."
          },
          "resource": {
            "type": "string",
            "maxLength": 2000,
            "description": "The URL of the MCP server (RFC 8707). By default that of this service.",
            "examples": [
              "https://jackfield.example/mcp"
            ]
          },
          "state": {
            "type": "string",
            "maxLength": 4000,
            "description": "A value that the client gets back.",
            "examples": [
              "xyz"
            ]
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The name of the key that the grant is.",
            "examples": [
              "Claude"
            ]
          },
          "permissions": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/KeyPermission"
            },
            "minItems": 1,
            "description": "What the client may do."
          },
          "apps": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/AppId"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "The IDs of the apps that the client may use. By default all.",
            "examples": [
              [
                "github",
                "slack"
              ]
            ]
          },
          "lifetime_days": {
            "type": "integer",
            "minimum": 1,
            "maximum": 3650,
            "description": "The number of days until the grant expires. By default it never does.",
            "examples": [
              90
            ]
          }
        },
        "required": [
          "client_id",
          "redirect_uri",
          "response_type",
          "code_challenge",
          "code_challenge_method",
          "name",
          "permissions"
        ],
        "additionalProperties": false
      },
      "source": {
        "client_id": "body",
        "redirect_uri": "body",
        "response_type": "body",
        "code_challenge": "body",
        "code_challenge_method": "body",
        "resource": "body",
        "state": "body",
        "name": "body",
        "permissions": "body",
        "apps": "body",
        "lifetime_days": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Grant"
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
    "listIdentities": {
      "method": "GET",
      "path": "/account/api/v1/identities",
      "summary": "List identities",
      "description": "List the identities of the person.",
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
            "$ref": "#/$defs/IdentityList"
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
    "addIdentity": {
      "method": "POST",
      "path": "/account/api/v1/identities",
      "summary": "Link an identity",
      "description": "Link an identity to the person with the response of the provider.",
      "input": {
        "type": "object",
        "properties": {
          "response": {
            "$ref": "#/$defs/ProviderResponse",
            "description": "The response.",
            "examples": [
              "code=c0de&state=st4te&iss=https%3A%2F%2Fid.example"
            ]
          }
        },
        "required": [
          "response"
        ],
        "additionalProperties": false
      },
      "source": {
        "response": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Identity"
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
      "role": "member"
    },
    "beginIdentity": {
      "method": "POST",
      "path": "/account/api/v1/identities/options",
      "summary": "Start to link an identity",
      "description": "Start to link an identity at the OpenID Connect provider to the person.",
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
            "$ref": "#/$defs/ProviderRedirect"
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
    "removeIdentity": {
      "method": "DELETE",
      "path": "/account/api/v1/identities/{identity}",
      "summary": "Remove an identity",
      "description": "Remove an identity of the person, unless it is their last way to sign in.",
      "input": {
        "type": "object",
        "properties": {
          "identity": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the identity.",
            "examples": [
              "idn_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "identity"
        ],
        "additionalProperties": false
      },
      "source": {
        "identity": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/IdentityRemoval"
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
    "listInvitations": {
      "method": "GET",
      "path": "/account/api/v1/invitations",
      "summary": "List invitations",
      "description": "List the invitations that nobody has accepted.",
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
            "$ref": "#/$defs/InvitationList"
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
    "inviteMember": {
      "method": "POST",
      "path": "/account/api/v1/invitations",
      "summary": "Invite a person",
      "description": "Invite a person with a link, which works once, for 7 days. It stops working if its creator is no longer an owner.",
      "input": {
        "type": "object",
        "properties": {
          "role": {
            "type": "string",
            "enum": [
              "owner",
              "member"
            ],
            "description": "The role that the person gets."
          }
        },
        "required": [
          "role"
        ],
        "additionalProperties": false
      },
      "source": {
        "role": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/NewInvitation"
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
      "role": "owner",
      "fresh": true
    },
    "withdrawInvitation": {
      "method": "DELETE",
      "path": "/account/api/v1/invitations/{invitation}",
      "summary": "Withdraw an invitation",
      "description": "Withdraw an invitation, so that its link no longer works.",
      "input": {
        "type": "object",
        "properties": {
          "invitation": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The ID of the invitation.",
            "examples": [
              "inv_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          }
        },
        "required": [
          "invitation"
        ],
        "additionalProperties": false
      },
      "source": {
        "invitation": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/InvitationWithdrawal"
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
          },
          "keys": {
            "type": "string",
            "enum": [
              "revoke",
              "keep"
            ],
            "description": "What becomes of the API keys that the person created.",
            "default": "revoke",
            "examples": [
              "revoke"
            ]
          }
        },
        "required": [
          "person"
        ],
        "additionalProperties": false
      },
      "source": {
        "person": "path",
        "keys": "query"
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
    "updateMember": {
      "method": "PATCH",
      "path": "/account/api/v1/members/{person}",
      "summary": "Change the role of a member",
      "description": "Change the role of a member. The last owner stays an owner.",
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
          },
          "role": {
            "type": "string",
            "enum": [
              "owner",
              "member"
            ],
            "description": "The new role."
          }
        },
        "required": [
          "person",
          "role"
        ],
        "additionalProperties": false
      },
      "source": {
        "person": "path",
        "role": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Member"
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
    "createSignInLink": {
      "method": "POST",
      "path": "/account/api/v1/members/{person}/sign-in-link",
      "summary": "Create a sign-in link",
      "description": "Create a link that signs in a member once, for somebody who has lost their passkey. It works for 15 minutes and changes nothing else.",
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
        "201": {
          "application/json": {
            "$ref": "#/$defs/SignInLink"
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
    "updatePerson": {
      "method": "PATCH",
      "path": "/account/api/v1/person",
      "summary": "Change your name",
      "description": "Change the name of the signed-in person.",
      "input": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80,
            "description": "The new name.",
            "examples": [
              "Ada"
            ]
          }
        },
        "required": [
          "name"
        ],
        "additionalProperties": false
      },
      "source": {
        "name": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Member"
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
      "role": "member"
    },
    "rotateSecretsKey": {
      "method": "POST",
      "path": "/account/api/v1/secrets-key/rotate",
      "summary": "Replace the encryption key",
      "description": "Replace the key that encrypts stored credentials. They stay readable. The previous key stays in the key file until the next rotation, because running processes may still use it. This isn't possible if the key is in `SECRETS_KEY`.",
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
            "$ref": "#/$defs/SecretsKeyRotation"
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
    "acceptInvitation": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/invitation",
      "summary": "Accept an invitation",
      "description": "Accept an invitation. The person becomes a member of the account. Each invitation works once.",
      "input": {
        "type": "object",
        "properties": {
          "code": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The code of the invitation link.",
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
              "Ben"
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
      "role": "anyone"
    },
    "signInWithLink": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/link",
      "summary": "Sign in with a link",
      "description": "Sign in with the code of a link from an owner or the command line. Each code works once.",
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
    "beginProviderSignIn": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/provider",
      "summary": "Start a sign-in at the provider",
      "description": "Start to sign in at the OpenID Connect provider. A person with a session has to prove who they are.",
      "input": {
        "type": "object",
        "properties": {
          "next": {
            "type": "string",
            "maxLength": 2000,
            "description": "The path of this service to continue at.",
            "examples": [
              "/keys"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "next": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ProviderRedirect"
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
      "role": "anyone"
    },
    "signInWithProvider": {
      "method": "POST",
      "path": "/account/api/v1/sign-in/provider/response",
      "summary": "Sign in at the provider",
      "description": "Sign in with the response of the OpenID Connect provider. Each response works once.",
      "input": {
        "type": "object",
        "properties": {
          "response": {
            "$ref": "#/$defs/ProviderResponse",
            "description": "The response.",
            "examples": [
              "code=c0de&state=st4te&iss=https%3A%2F%2Fid.example"
            ]
          }
        },
        "required": [
          "response"
        ],
        "additionalProperties": false
      },
      "source": {
        "response": "body"
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
    },
    "listUsers": {
      "method": "GET",
      "path": "/account/api/v1/users",
      "summary": "List end users",
      "description": "List the end users who have connections or runs.",
      "input": {
        "type": "object",
        "properties": {
          "after": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Return only users after this ID.",
            "examples": [
              "user_41"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 50,
            "description": "The maximum number of users.",
            "examples": [
              50
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "after": "query",
        "limit": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/EndUserList"
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
    "deleteUser": {
      "method": "DELETE",
      "path": "/account/api/v1/users/{user}",
      "summary": "Delete an end user",
      "description": "Delete everything of an end user: connections, pending links, runs and API keys. The audit log keeps its entries, which contain the user's ID.",
      "input": {
        "type": "object",
        "properties": {
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The ID of the end user.",
            "examples": [
              "user_42"
            ]
          }
        },
        "required": [
          "user"
        ],
        "additionalProperties": false
      },
      "source": {
        "user": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/UserDeletion"
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
    "getUser": {
      "method": "GET",
      "path": "/account/api/v1/users/{user}",
      "summary": "Get an end user",
      "description": "Get an end user.",
      "input": {
        "type": "object",
        "properties": {
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The ID of the end user.",
            "examples": [
              "user_42"
            ]
          }
        },
        "required": [
          "user"
        ],
        "additionalProperties": false
      },
      "source": {
        "user": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/EndUser"
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
    "disconnectUser": {
      "method": "POST",
      "path": "/account/api/v1/users/{user}/disconnect",
      "summary": "Disconnect an end user",
      "description": "Disconnect all connections of an end user. Runs and API keys stay.",
      "input": {
        "type": "object",
        "properties": {
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The ID of the end user.",
            "examples": [
              "user_42"
            ]
          }
        },
        "required": [
          "user"
        ],
        "additionalProperties": false
      },
      "source": {
        "user": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/UserDisconnection"
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
    }
  },
  "bindings": {},
  "$defs": {
    "AccountSettings": {
      "type": "object",
      "required": [
        "id",
        "name",
        "run_days",
        "audit_days",
        "claimed"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the account.",
          "examples": [
            "acc_default"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the account. Empty until someone names it.",
          "examples": [
            "Acme"
          ]
        },
        "run_days": {
          "type": "integer",
          "description": "For how many days runs and their results are stored.",
          "examples": [
            30
          ]
        },
        "audit_days": {
          "type": "integer",
          "description": "For how many days entries of the audit log are stored.",
          "examples": [
            400
          ]
        },
        "claimed": {
          "type": "string",
          "format": "date-time",
          "description": "When the account was set up.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "deletes": {
          "type": "string",
          "format": "date-time",
          "description": "When everything of the account is deleted. Absent unless an owner has requested it.",
          "examples": [
            "2026-11-29T10:00:00Z"
          ]
        }
      },
      "description": "The settings of the account."
    },
    "ProblemCode": {
      "type": "string",
      "enum": [
        "invalid_input",
        "session_required",
        "sign_in_failed",
        "proof_required",
        "role_required",
        "not_admitted",
        "sign_in_method_off",
        "foreign_request",
        "not_found",
        "record_not_found",
        "method_not_allowed",
        "already_member",
        "last_owner",
        "name_taken",
        "identity_linked",
        "last_sign_in_method",
        "key_shown",
        "key_inactive",
        "app_exists",
        "app_connected",
        "run_unfinished",
        "confirmation_required",
        "arguments_incomplete",
        "run_impossible",
        "key_without_secret",
        "body_too_large",
        "wrong_host",
        "password_refused",
        "app_refused",
        "rate_limited",
        "internal",
        "sign_in_busy",
        "provider_unavailable",
        "storage_unavailable"
      ],
      "description": "The problem codes of the account service, each with its status:\n\n- `invalid_input` (400): the request doesn't match the API specification; `errors` says where.\n- `session_required` (401): the request has no valid session cookie.\n- `sign_in_failed` (401): the code, passkey or password is wrong, used or expired.\n- `proof_required` (403): the person has to sign in again, because the last time was more than 15\nminutes ago.\n- `role_required` (403): the member isn't an owner.\n- `not_admitted` (403): the identity at the provider belongs to no member.\n- `sign_in_method_off` (403): the operator has switched off this way to sign in.\n- `foreign_request` (403): the request doesn't come from a page of this origin.\n- `not_found` (404): nothing is served at this path, or no longer, because the account has been\nset up.\n- `record_not_found` (404): the account has no such passkey, session, member, invitation,\nend user or key.\n- `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods\nthat it supports.\n- `already_member` (409): the person is a member of the account already.\n- `last_owner` (409): an account needs an owner.\n- `name_taken` (409): another member with this name has a password.\n- `identity_linked` (409): the identity at the provider belongs to a member already.\n- `last_sign_in_method` (409): without it, the person couldn't sign in again.\n- `key_shown` (409): the request was sent before, and its response showed the secret.\n- `key_inactive` (409): the key is revoked or expired.\n- `app_exists` (409): an app with this ID exists, and the request doesn't say to replace it.\n- `app_connected` (409): the app has connections, and the request doesn't confirm their deletion.\n- `run_unfinished` (409): the run is still in progress.\n- `confirmation_required` (409): repeating the run may change something twice.\n- `arguments_incomplete` (409): the run is stored without the values of some arguments; `errors`\nsays which.\n- `run_impossible` (409): the tool can't run now, for example because the app isn't connected.\n- `key_without_secret` (409): an MCP client has the key, so it has no secret to replace.\n- `body_too_large` (413): the request body is too large.\n- `wrong_host` (421): the service doesn't serve this host.\n- `password_refused` (422): the password is too easy to guess.\n- `app_refused` (422): the document or URL can't become an app; `errors` has a line for each reason.\n- `rate_limited` (429): too many failed attempts to sign in.\n- `internal` (500): an error in the service.\n- `sign_in_busy` (503): too many passwords are being checked.\n- `provider_unavailable` (503): the identity provider can't be reached, or doesn't work.\n- `storage_unavailable` (503): the storage is unavailable."
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
    "SecretsKeyRotation": {
      "type": "object",
      "required": [
        "rotated"
      ],
      "properties": {
        "rotated": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true."
        }
      },
      "description": "A replaced encryption key."
    },
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
        "invitation",
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
    "ProviderRedirect": {
      "type": "object",
      "required": [
        "url"
      ],
      "properties": {
        "url": {
          "type": "string",
          "description": "The URL of the provider. The response to it is valid for 10 minutes, in this browser only.",
          "examples": [
            "https://id.example/authorize?client_id=jackfield"
          ]
        }
      },
      "description": "Where the browser signs in."
    },
    "ProviderResponse": {
      "type": "string",
      "minLength": 1,
      "maxLength": 10000,
      "description": "The query of the redirect URI, with which the provider responded."
    },
    "Identity": {
      "type": "object",
      "required": [
        "id",
        "issuer",
        "subject",
        "linked"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the identity.",
          "examples": [
            "idn_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "issuer": {
          "type": "string",
          "description": "The issuer identifier of the provider.",
          "examples": [
            "https://id.example"
          ]
        },
        "subject": {
          "type": "string",
          "description": "The ID of the person at the provider.",
          "examples": [
            "248289761001"
          ]
        },
        "linked": {
          "type": "string",
          "format": "date-time",
          "description": "When it was linked.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        }
      },
      "description": "An identity of the person at the OpenID Connect provider."
    },
    "IdentityList": {
      "type": "object",
      "required": [
        "data"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Identity"
          },
          "description": "The identities, the first linked first."
        }
      },
      "description": "A list of identities."
    },
    "IdentityRemoval": {
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
          "description": "Always true."
        }
      },
      "description": "A removed identity."
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
    "KeysOfMember": {
      "type": "string",
      "enum": [
        "revoke",
        "keep"
      ],
      "description": "What becomes of the API keys that a removed member created."
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
    "SignInLink": {
      "type": "object",
      "required": [
        "url",
        "expires"
      ],
      "properties": {
        "url": {
          "type": "string",
          "description": "The link, which is shown once.",
          "examples": [
            "https://jackfield.example/sign-in#JF-7Q4M-XK2P-9D3V-H5TB-0WRC-6YFN-8GJE-1ZSA"
          ]
        },
        "expires": {
          "type": "string",
          "format": "date-time",
          "description": "When it expires.",
          "examples": [
            "2026-11-22T10:15:00Z"
          ]
        }
      },
      "description": "A link that signs in a member once."
    },
    "Invitation": {
      "type": "object",
      "required": [
        "id",
        "role",
        "expires"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the invitation.",
          "examples": [
            "inv_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "role": {
          "$ref": "#/$defs/Role",
          "description": "The role that the person gets."
        },
        "created_by": {
          "type": "string",
          "description": "The ID of the owner who created it. Absent if the command line did.",
          "examples": [
            "per_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "expires": {
          "type": "string",
          "format": "date-time",
          "description": "When it expires.",
          "examples": [
            "2026-11-29T10:00:00Z"
          ]
        }
      },
      "description": "An invitation that nobody has accepted."
    },
    "NewInvitation": {
      "type": "object",
      "required": [
        "invitation",
        "url"
      ],
      "properties": {
        "invitation": {
          "$ref": "#/$defs/Invitation",
          "description": "The invitation."
        },
        "url": {
          "type": "string",
          "description": "The link for the invited person. The code is in the fragment, which browsers don't send.",
          "examples": [
            "https://jackfield.example/join#JF-7Q4M-XK2P-9D3V-H5TB-0WRC-6YFN-8GJE-1ZSA"
          ]
        }
      },
      "description": "A new invitation with its link, which is shown once."
    },
    "InvitationList": {
      "type": "object",
      "required": [
        "data"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Invitation"
          },
          "description": "The invitations, the first to expire first."
        }
      },
      "description": "A list of invitations."
    },
    "InvitationWithdrawal": {
      "type": "object",
      "required": [
        "withdrawn"
      ],
      "properties": {
        "withdrawn": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true: the link no longer works."
        }
      },
      "description": "A withdrawn invitation."
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
          "description": "The network of the client.",
          "examples": [
            "192.0.2.0/24"
          ]
        },
        "details": {
          "type": "object",
          "description": "More about the change, such as the app of a connection. It never contains secrets.",
          "examples": [
            {
              "method": "passkey"
            }
          ],
          "additionalProperties": {
            "type": "string"
          }
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
    "KeyClient": {
      "type": "object",
      "required": [
        "id",
        "redirect_host"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of its registration, or the URL of its metadata document.",
          "examples": [
            "https://client.example/oauth/client.json"
          ]
        },
        "redirect_host": {
          "type": "string",
          "description": "The host to which the client lets browsers return.",
          "examples": [
            "client.example"
          ]
        }
      },
      "description": "The MCP client that a person signed in."
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
          "description": "The first characters of the key. Empty for an MCP client, which has tokens instead.",
          "examples": [
            "jf_live_8Kq2"
          ]
        },
        "client": {
          "$ref": "#/$defs/KeyClient",
          "description": "The MCP client that has the key. Absent: the key is a secret that programs send."
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
    "Grant": {
      "type": "object",
      "required": [
        "redirect_url"
      ],
      "properties": {
        "redirect_url": {
          "type": "string",
          "format": "uri",
          "description": "The client's redirect URI with the authorization code, which the client exchanges for tokens\nwithin a minute.",
          "examples": [
            "https://client.example/callback?code=3q2-7w&state=xyz&iss=https%3A%2F%2Fjackfield.example"
          ]
        }
      },
      "description": "Where the browser returns to the client."
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
    "ClientFailure": {
      "type": "object",
      "required": [
        "message",
        "app",
        "at"
      ],
      "properties": {
        "message": {
          "type": "string",
          "description": "The error of the server.",
          "examples": [
            "invalid_client: The OAuth client was not found."
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app whose sign-in or token refresh failed.",
          "examples": [
            "gmail"
          ]
        },
        "at": {
          "type": "string",
          "format": "date-time",
          "description": "When it happened.",
          "examples": [
            "2026-11-23T10:00:00Z"
          ]
        }
      },
      "description": "The last time that a server rejected the stored OAuth client."
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
        "failure": {
          "$ref": "#/$defs/ClientFailure",
          "description": "Why the server rejected the stored client. Absent if it accepted the client since."
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
    },
    "ConnectionCounts": {
      "type": "object",
      "required": [
        "pending",
        "active",
        "expired",
        "disabled",
        "failed"
      ],
      "properties": {
        "pending": {
          "type": "integer",
          "description": "Links that nobody has finished.",
          "examples": [
            0
          ]
        },
        "active": {
          "type": "integer",
          "description": "Connections that work.",
          "examples": [
            2
          ]
        },
        "expired": {
          "type": "integer",
          "description": "Connections that somebody has to restore.",
          "examples": [
            1
          ]
        },
        "disabled": {
          "type": "integer",
          "description": "Connections that are turned off.",
          "examples": [
            0
          ]
        },
        "failed": {
          "type": "integer",
          "description": "Connections that failed before they worked.",
          "examples": [
            0
          ]
        }
      },
      "description": "The number of connections in each state."
    },
    "EndUser": {
      "type": "object",
      "required": [
        "id",
        "connections"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID that your program chose.",
          "examples": [
            "user_42"
          ]
        },
        "connections": {
          "$ref": "#/$defs/ConnectionCounts",
          "description": "The user's connections."
        },
        "last_run_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the last run began.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        }
      },
      "description": "An end user of the account: somebody whom your program acts for."
    },
    "EndUserList": {
      "type": "object",
      "required": [
        "data",
        "next"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/EndUser"
          },
          "description": "The users, in order of ID."
        },
        "next": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The `after` of the next page, or null on the last page.",
          "examples": [
            "user_42"
          ]
        }
      },
      "description": "A page of end users."
    },
    "UserDisconnection": {
      "type": "object",
      "required": [
        "disconnected"
      ],
      "properties": {
        "disconnected": {
          "type": "integer",
          "description": "The number of connections whose secrets were deleted.",
          "examples": [
            3
          ]
        }
      },
      "description": "What was disconnected."
    },
    "UserDeletion": {
      "type": "object",
      "required": [
        "deleted"
      ],
      "properties": {
        "deleted": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Always true: connections, pending links, runs and API keys of the user are gone."
        }
      },
      "description": "A deleted end user."
    },
    "PreviewTool": {
      "type": "object",
      "required": [
        "name",
        "title",
        "read_only"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the tool.",
          "examples": [
            "boats.list_boats"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the tool.",
          "examples": [
            "List boats"
          ]
        },
        "request": {
          "type": "string",
          "description": "The method and path of its request. Absent for tools of an MCP server.",
          "examples": [
            "GET /boats"
          ]
        },
        "read_only": {
          "type": "boolean",
          "description": "Whether it only reads."
        }
      },
      "description": "A tool of an app that is read."
    },
    "SkippedPart": {
      "type": "object",
      "required": [
        "where",
        "why"
      ],
      "properties": {
        "where": {
          "type": "string",
          "description": "The location in the document.",
          "examples": [
            "POST /boats"
          ]
        },
        "why": {
          "type": "string",
          "description": "The reason, as a sentence.",
          "examples": [
            "The request body has no supported media type."
          ]
        }
      },
      "description": "A part of a document that was left out."
    },
    "ReplacedApp": {
      "type": "object",
      "required": [
        "name",
        "own"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the app.",
          "examples": [
            "GitHub"
          ]
        },
        "own": {
          "type": "boolean",
          "description": "Whether the account added it. Otherwise it is an app of the catalog."
        }
      },
      "description": "The app with the same ID, which an added app replaces."
    },
    "OwnApp": {
      "type": "object",
      "required": [
        "id",
        "name",
        "description",
        "kind",
        "base_url",
        "private",
        "auth_types",
        "tools_count",
        "tools",
        "skipped",
        "skipped_more"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the app, with which the names of its tools begin.",
          "examples": [
            "boats"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the app.",
          "examples": [
            "Ledger of Boats"
          ]
        },
        "description": {
          "type": "string",
          "description": "The description of the app.",
          "examples": [
            "Registers boats."
          ]
        },
        "kind": {
          "type": "string",
          "enum": [
            "http",
            "mcp"
          ],
          "description": "Whether its tools are HTTP operations or tools of a remote MCP server.",
          "examples": [
            "http"
          ]
        },
        "base_url": {
          "type": "string",
          "description": "The base URL of its requests.",
          "examples": [
            "https://api.boats.example/v1"
          ]
        },
        "private": {
          "type": "boolean",
          "description": "Whether the base URL seems to be in a private network, which the operator has to allow."
        },
        "auth_types": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The types of its authentication methods.",
          "examples": [
            [
              "api_key"
            ]
          ]
        },
        "tools_count": {
          "type": "integer",
          "description": "The number of its tools. It is 0 for an MCP server that lists them after a sign-in.",
          "examples": [
            12
          ]
        },
        "tools": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/PreviewTool"
          },
          "description": "The first 50 tools."
        },
        "skipped": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SkippedPart"
          },
          "description": "The first 200 parts that were left out."
        },
        "skipped_more": {
          "type": "integer",
          "description": "The number of other parts that were left out.",
          "examples": [
            0
          ]
        },
        "replaces": {
          "$ref": "#/$defs/ReplacedApp",
          "description": "The app that it replaces. Absent if no app has its ID."
        }
      },
      "description": "An app as it was read from a document or an MCP server."
    },
    "RemovedApp": {
      "type": "object",
      "required": [
        "id",
        "connections_removed"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "boats"
          ]
        },
        "connections_removed": {
          "type": "integer",
          "description": "The number of its connections, which were deleted.",
          "examples": [
            2
          ]
        }
      },
      "description": "A removed app."
    },
    "SharedServer": {
      "type": "object",
      "required": [
        "id",
        "vendor",
        "apps_count",
        "configured"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the server.",
          "examples": [
            "oauth2.googleapis.com"
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
          "description": "The number of apps that a client of the server opens.",
          "examples": [
            251
          ]
        },
        "configured": {
          "type": "boolean",
          "description": "Whether an OAuth client is stored for the server."
        }
      },
      "description": "A sign-in server that an app shares with others."
    },
    "AppClient": {
      "type": "object",
      "required": [
        "app",
        "configured",
        "redirect_uri"
      ],
      "properties": {
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "gmail"
          ]
        },
        "configured": {
          "type": "boolean",
          "description": "Whether a client is stored for this app only."
        },
        "client_id": {
          "type": "string",
          "description": "The client ID of the stored client.",
          "examples": [
            "1234.apps.googleusercontent.com"
          ]
        },
        "failure": {
          "$ref": "#/$defs/ClientFailure",
          "description": "Why the sign-in server rejected the stored client. Absent if it accepted the client since."
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
        },
        "server": {
          "$ref": "#/$defs/SharedServer",
          "description": "The sign-in server whose client opens the app too. Absent if the app shares no server."
        }
      },
      "description": "The OAuth client that the account has for one app."
    },
    "ActivityStatus": {
      "type": "string",
      "enum": [
        "queued",
        "running",
        "succeeded",
        "failed",
        "outcome_unknown"
      ],
      "description": "The status of a run. The last three are final."
    },
    "ActivitySource": {
      "type": "string",
      "enum": [
        "api",
        "mcp",
        "page",
        "trigger"
      ],
      "description": "How a run was requested."
    },
    "ActivityError": {
      "type": "object",
      "required": [
        "code",
        "message"
      ],
      "properties": {
        "code": {
          "type": "string",
          "description": "The error code, as in the runs of the platform's API.",
          "examples": [
            "upstream_auth"
          ]
        },
        "message": {
          "type": "string",
          "description": "A description of the error.",
          "examples": [
            "The app rejected the credentials of the connection."
          ]
        }
      },
      "description": "Why a run didn't succeed."
    },
    "Requester": {
      "type": "object",
      "required": [
        "kind",
        "id"
      ],
      "properties": {
        "kind": {
          "type": "string",
          "enum": [
            "key",
            "person"
          ],
          "description": "An API key or a person."
        },
        "id": {
          "type": "string",
          "description": "The ID of the key or the person.",
          "examples": [
            "key_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name. Absent if it no longer exists, or the person may not see it.",
          "examples": [
            "laptop"
          ]
        }
      },
      "description": "Who requested a run."
    },
    "Activity": {
      "type": "object",
      "required": [
        "run",
        "tool",
        "app",
        "status",
        "requester",
        "user",
        "connection",
        "created"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The ID of the run. IDs sort by time.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "tool": {
          "type": "string",
          "description": "The name of the tool.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "status": {
          "$ref": "#/$defs/ActivityStatus",
          "description": "The status of the run."
        },
        "error": {
          "$ref": "#/$defs/ActivityError",
          "description": "Why the run didn't succeed."
        },
        "source": {
          "$ref": "#/$defs/ActivitySource",
          "description": "How the run was requested. Absent: unknown."
        },
        "requester": {
          "$ref": "#/$defs/Requester",
          "description": "Who requested the run."
        },
        "user": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The end user; null for a run of the account itself.",
          "examples": [
            "user_17"
          ]
        },
        "connection": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID of the connection; null if the tool needs none.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "created": {
          "type": "string",
          "format": "date-time",
          "description": "When the run was requested.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "finished": {
          "type": "string",
          "format": "date-time",
          "description": "When the run finished.",
          "examples": [
            "2026-11-22T10:00:01Z"
          ]
        },
        "duration_ms": {
          "type": "integer",
          "minimum": 0,
          "description": "The time from request to finish, in milliseconds.",
          "examples": [
            230
          ]
        }
      },
      "description": "A run of the account or of one of its end users."
    },
    "ActivityList": {
      "type": "object",
      "required": [
        "data",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Activity"
          },
          "description": "The runs, newest first."
        },
        "next_cursor": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The `cursor` of the next page; null on the last page. A page may have fewer runs than `limit`, or\nnone, because one request compares at most 20,000 runs with the filters.",
          "examples": [
            "eyJiZWZvcmUiOjF9"
          ]
        }
      },
      "description": "A page of runs."
    },
    "ActivityHour": {
      "type": "object",
      "required": [
        "from",
        "succeeded",
        "failed",
        "outcome_unknown",
        "unfinished"
      ],
      "properties": {
        "from": {
          "type": "string",
          "format": "date-time",
          "description": "The start of the hour.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "succeeded": {
          "type": "integer",
          "minimum": 0,
          "description": "Runs that succeeded.",
          "examples": [
            41
          ]
        },
        "failed": {
          "type": "integer",
          "minimum": 0,
          "description": "Runs that failed.",
          "examples": [
            2
          ]
        },
        "outcome_unknown": {
          "type": "integer",
          "minimum": 0,
          "description": "Runs without a response.",
          "examples": [
            0
          ]
        },
        "unfinished": {
          "type": "integer",
          "minimum": 0,
          "description": "Runs that are queued or running.",
          "examples": [
            1
          ]
        }
      },
      "description": "The numbers of runs that were created in one hour."
    },
    "ActivitySummary": {
      "type": "object",
      "required": [
        "hours",
        "complete",
        "position"
      ],
      "properties": {
        "hours": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ActivityHour"
          },
          "minItems": 24,
          "maxItems": 24,
          "description": "The hours, oldest first. The last one ends now."
        },
        "complete": {
          "type": "boolean",
          "description": "False if there are more than 50,000 runs. Only the newest 50,000 are counted then."
        },
        "position": {
          "type": "string",
          "description": "Where the stream of changes continues after this summary.",
          "examples": [
            "1795255200000"
          ]
        }
      },
      "description": "The runs of the last 24 hours."
    },
    "ActivityAttempt": {
      "type": "object",
      "required": [
        "started",
        "duration_ms"
      ],
      "properties": {
        "started": {
          "type": "string",
          "format": "date-time",
          "description": "When the request was sent.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "duration_ms": {
          "type": "integer",
          "minimum": 0,
          "description": "The duration in milliseconds.",
          "examples": [
            180
          ]
        },
        "status_code": {
          "type": "integer",
          "minimum": 100,
          "maximum": 599,
          "description": "The HTTP status code of the response.",
          "examples": [
            503
          ]
        },
        "error": {
          "type": "string",
          "description": "Why there was no response.",
          "examples": [
            "upstream_timeout"
          ]
        }
      },
      "description": "One request of a run to the app."
    },
    "ActivityResponse": {
      "type": "object",
      "required": [
        "size"
      ],
      "properties": {
        "status_code": {
          "type": "integer",
          "minimum": 100,
          "maximum": 599,
          "description": "The HTTP status code.",
          "examples": [
            201
          ]
        },
        "media_type": {
          "type": "string",
          "description": "The media type.",
          "examples": [
            "application/json"
          ]
        },
        "size": {
          "type": "integer",
          "minimum": 0,
          "description": "The size in bytes.",
          "examples": [
            1024
          ]
        }
      },
      "description": "The metadata of an app's response."
    },
    "ActivityResult": {
      "type": "object",
      "required": [
        "text",
        "truncated"
      ],
      "properties": {
        "text": {
          "type": "string",
          "description": "At most 20 kB of text.",
          "examples": [
            "{\"number\":42}"
          ]
        },
        "truncated": {
          "type": "boolean",
          "description": "Whether the response is longer."
        }
      },
      "description": "The start of an app's response."
    },
    "ActivityDetails": {
      "type": "object",
      "required": [
        "run",
        "tool",
        "app",
        "status",
        "requester",
        "user",
        "connection",
        "created",
        "arguments",
        "incomplete_arguments",
        "unsafe",
        "attempts"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The ID of the run. IDs sort by time.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "tool": {
          "type": "string",
          "description": "The name of the tool.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The ID of the app.",
          "examples": [
            "github"
          ]
        },
        "status": {
          "$ref": "#/$defs/ActivityStatus",
          "description": "The status of the run."
        },
        "error": {
          "$ref": "#/$defs/ActivityError",
          "description": "Why the run didn't succeed."
        },
        "source": {
          "$ref": "#/$defs/ActivitySource",
          "description": "How the run was requested. Absent: unknown."
        },
        "requester": {
          "$ref": "#/$defs/Requester",
          "description": "Who requested the run."
        },
        "user": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The end user; null for a run of the account itself.",
          "examples": [
            "user_17"
          ]
        },
        "connection": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The ID of the connection; null if the tool needs none.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "created": {
          "type": "string",
          "format": "date-time",
          "description": "When the run was requested.",
          "examples": [
            "2026-11-22T10:00:00Z"
          ]
        },
        "finished": {
          "type": "string",
          "format": "date-time",
          "description": "When the run finished.",
          "examples": [
            "2026-11-22T10:00:01Z"
          ]
        },
        "duration_ms": {
          "type": "integer",
          "minimum": 0,
          "description": "The time from request to finish, in milliseconds.",
          "examples": [
            230
          ]
        },
        "arguments": {
          "type": "object",
          "description": "The arguments, without values that may be secret and with long texts shortened.",
          "examples": [
            {
              "owner": "octocat",
              "repo": "hello-world",
              "title": "It hums"
            }
          ],
          "additionalProperties": true
        },
        "incomplete_arguments": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The arguments whose value isn't stored whole. Repeating the run requires them."
        },
        "unsafe": {
          "type": "boolean",
          "description": "Whether repeating the run may change something twice."
        },
        "attempts": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ActivityAttempt"
          },
          "description": "The requests to the app, in order."
        },
        "response": {
          "$ref": "#/$defs/ActivityResponse",
          "description": "The metadata of the app's response."
        },
        "result": {
          "$ref": "#/$defs/ActivityResult",
          "description": "The app's response. Results are stored for 24 hours, and not for every run."
        },
        "request": {
          "type": "string",
          "description": "The ID of the request that started the run, as in the log.",
          "examples": [
            "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
          ]
        },
        "again": {
          "type": "string",
          "description": "The ID of the run that this one repeats.",
          "examples": [
            "run_1a2b3c4d4e5f8a9b0c1d2e3f4a5b5f0c"
          ]
        }
      },
      "description": "Everything that is stored about a run."
    },
    "RunAgain": {
      "type": "object",
      "required": [
        "run",
        "again",
        "status"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The ID of the new run.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "again": {
          "type": "string",
          "description": "The ID of the run that it repeats.",
          "examples": [
            "run_1a2b3c4d4e5f8a9b0c1d2e3f4a5b5f0c"
          ]
        },
        "status": {
          "$ref": "#/$defs/ActivityStatus",
          "description": "The status of the new run."
        }
      },
      "description": "A run that repeats another one."
    }
  }
};

// Written by `npm run generate` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
  | "searchApps"
  | "getApp"
  | "connectApp"
  | "listTools"
  | "listConnections"
  | "deleteConnection"
  | "getConnection"
  | "updateConnection"
  | "reconnectConnection"
  | "testConnection"
  | "listRuns"
  | "deleteRun"
  | "getRun"
  | "getRunResult"
  | "findTools"
  | "getTool"
  | "runTool";

/** The operations whose form a standard has laid down. */
export type BindingName =
  never;

/** The inputs of each operation that have a default. */
export interface Defaulted {
  searchApps: "limit";
  getApp: never;
  connectApp: never;
  listTools: "limit";
  listConnections: "limit";
  deleteConnection: never;
  getConnection: never;
  updateConnection: never;
  reconnectConnection: never;
  testConnection: never;
  listRuns: "limit";
  deleteRun: never;
  getRun: never;
  getRunResult: "offset" | "limit";
  findTools: "limit";
  getTool: never;
  runTool: "timeout" | "max_bytes";
}

/** The media types besides JSON in which each operation's success can be had. */
export interface Renderings {
  searchApps: never;
  getApp: never;
  connectApp: never;
  listTools: never;
  listConnections: never;
  deleteConnection: never;
  getConnection: never;
  updateConnection: never;
  reconnectConnection: never;
  testConnection: never;
  listRuns: never;
  deleteRun: never;
  getRun: never;
  getRunResult: never;
  findTools: never;
  getTool: never;
  runTool: never;
}

export const table: Table<OperationName, BindingName> = {
  "title": "Jackfield Platform",
  "version": "1.0.0",
  "operations": {
    "searchApps": {
      "method": "GET",
      "path": "/api/v1/apps",
      "summary": "Search apps",
      "description": "Search the catalog for apps by name, by what they are for, or by a word of their description. To find out what can be done, ask `findTools` with the task instead: it looks through all apps at once.",
      "input": {
        "type": "object",
        "properties": {
          "search": {
            "type": "string",
            "maxLength": 200,
            "description": "Words to look for: a name, part of one, or what the app is for. Left out, all apps are listed.",
            "examples": [
              "github"
            ]
          },
          "category": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "description": "Only apps of this category.",
            "examples": [
              "developer tools"
            ]
          },
          "connected": {
            "type": "boolean",
            "description": "Only apps that the caller has connected (true), or has not (false)."
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "How many to return at most.",
            "examples": [
              5
            ]
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "Where to go on: `next_cursor` of the page before, asked for with the same words.",
            "examples": [
              "eyJhZnRlciI6MjB9"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "search": "query",
        "category": "query",
        "connected": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AppList"
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
      "permission": "read",
      "tool": {
        "name": "search_apps",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    },
    "getApp": {
      "method": "GET",
      "path": "/api/v1/apps/{app}",
      "summary": "Read an app",
      "description": "Read what is known of one app: how it is connected, where its interface is, how many tools it has.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The app's id.",
            "examples": [
              "github"
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
            "$ref": "#/$defs/App"
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
      "permission": "read"
    },
    "connectApp": {
      "method": "POST",
      "path": "/api/v1/apps/{app}/connect",
      "summary": "Connect an app",
      "description": "Connect an app: gives a link for the person whose sign-in it is. They open it in a browser, see what will be allowed, and sign in at the app or enter a key; you never see either. Then the connection is `active`: ask `listConnections` for it.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The app's id.",
            "examples": [
              "github"
            ]
          },
          "auth_method": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "One of the app's ways to be connected, by its id; left out, the person chooses.",
            "examples": [
              "oauth2"
            ]
          },
          "scopes": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "What to ask for, of OAuth, as the app spells it; left out, the app's usual scopes.",
            "examples": [
              [
                "repo"
              ]
            ]
          },
          "label": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "What to call the connection; left out, the app's name.",
            "examples": [
              "Work"
            ]
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The end user of the account whose sign-in it is. A key that is bound to a user connects for that one alone.",
            "examples": [
              "42"
            ]
          },
          "return_url": {
            "type": "string",
            "format": "uri",
            "maxLength": 2000,
            "description": "Where the person is sent when they are done, with `connection` and `status` added to the query; only where the service's operator has allowed it.",
            "examples": [
              "https://app.example/settings/apps"
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
        "auth_method": "body",
        "scopes": "body",
        "label": "body",
        "user": "body",
        "return_url": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectLink"
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
      "permission": "connect",
      "tool": {
        "name": "connect_app",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": false,
          "idempotentHint": false,
          "openWorldHint": false
        }
      }
    },
    "listTools": {
      "method": "GET",
      "path": "/api/v1/apps/{app}/tools",
      "summary": "List an app's tools",
      "description": "List the tools of an app, by name.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The app's id.",
            "examples": [
              "github"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "How many to return at most.",
            "examples": [
              5
            ]
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "Where to go on: `next_cursor` of the page before.",
            "examples": [
              "eyJhZnRlciI6MjB9"
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
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ToolList"
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
      "permission": "read"
    },
    "listConnections": {
      "method": "GET",
      "path": "/api/v1/connections",
      "summary": "List connections",
      "description": "List the connections to apps: how each is, and where a person mends those that do not work.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Only those to this app.",
            "examples": [
              "github"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "pending",
              "active",
              "expired",
              "disabled",
              "failed",
              "revoked"
            ],
            "description": "Only those that are so.",
            "examples": [
              "active"
            ]
          },
          "user": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "Only those of this end user of the account.",
            "examples": [
              "42"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "How many to return at most."
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "Where to go on: `next_cursor` of the page before, asked for with the same filters.",
            "examples": [
              "eyJhZnRlciI6MjB9"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "app": "query",
        "status": "query",
        "user": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectionList"
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
      "permission": "read",
      "tool": {
        "name": "list_connections",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    },
    "deleteConnection": {
      "method": "DELETE",
      "path": "/api/v1/connections/{connection}",
      "summary": "Delete a connection",
      "description": "Take a connection away: it is withdrawn at the app where the app allows that, and what is secret in it is wiped at once.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The connection's id.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Connection"
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
      "permission": "connect"
    },
    "getConnection": {
      "method": "GET",
      "path": "/api/v1/connections/{connection}",
      "summary": "Read a connection",
      "description": "Read one connection.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The connection's id.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Connection"
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
      "permission": "read"
    },
    "updateConnection": {
      "method": "PATCH",
      "path": "/api/v1/connections/{connection}",
      "summary": "Change a connection",
      "description": "Change what a connection is called, make it the one that is used where none is named, or switch it off and on again.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The connection's id.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          },
          "label": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "What to call it.",
            "examples": [
              "Work"
            ]
          },
          "default": {
            "type": "boolean",
            "description": "True: it is used where several would do and none is named, instead of whichever was."
          },
          "enabled": {
            "type": "boolean",
            "description": "False: no tool can be run with it until it is switched on again."
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path",
        "label": "body",
        "default": "body",
        "enabled": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Connection"
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
      "permission": "connect"
    },
    "reconnectConnection": {
      "method": "POST",
      "path": "/api/v1/connections/{connection}/reconnect",
      "summary": "Reconnect a connection",
      "description": "Give a link by which a person signs in anew. The connection keeps its id, and what worked goes on working until they are done.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The connection's id.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          },
          "auth_method": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Another way than before, by its id; left out, the same.",
            "examples": [
              "oauth2"
            ]
          },
          "scopes": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "What to ask for, of OAuth; left out, what was asked for before.",
            "examples": [
              [
                "repo"
              ]
            ]
          },
          "return_url": {
            "type": "string",
            "format": "uri",
            "maxLength": 2000,
            "description": "Where the person is sent when they are done, as of `connectApp`.",
            "examples": [
              "https://app.example/settings/apps"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path",
        "auth_method": "body",
        "scopes": "body",
        "return_url": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectLink"
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
      "permission": "connect"
    },
    "testConnection": {
      "method": "POST",
      "path": "/api/v1/connections/{connection}/test",
      "summary": "Test a connection",
      "description": "Try whether a connection works: the app is asked to renew the sign-in where that can be done.",
      "input": {
        "type": "object",
        "properties": {
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The connection's id.",
            "examples": [
              "conn_2b1f6c9e8a7d4f03b5c1"
            ]
          }
        },
        "required": [
          "connection"
        ],
        "additionalProperties": false
      },
      "source": {
        "connection": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ConnectionTest"
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
      "permission": "connect"
    },
    "listRuns": {
      "method": "GET",
      "path": "/api/v1/runs",
      "summary": "List runs",
      "description": "List the runs of the last 30 days, the newest first.",
      "input": {
        "type": "object",
        "properties": {
          "app": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Only runs of this app's tools.",
            "examples": [
              "github"
            ]
          },
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Only runs of this tool.",
            "examples": [
              "github.issues_create"
            ]
          },
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "Only runs with this connection.",
            "examples": [
              "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
            ]
          },
          "status": {
            "type": "string",
            "enum": [
              "queued",
              "running",
              "succeeded",
              "failed",
              "outcome_unknown"
            ],
            "description": "Only runs that have got so far.",
            "examples": [
              "failed"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "How many to return at most.",
            "examples": [
              5
            ]
          },
          "cursor": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "Where to go on: `next_cursor` of the page before, asked for with the same filters.",
            "examples": [
              "eyJiZWZvcmUiOjF9"
            ]
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "source": {
        "app": "query",
        "tool": "query",
        "connection": "query",
        "status": "query",
        "limit": "query",
        "cursor": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RunList"
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
      "permission": "read"
    },
    "deleteRun": {
      "method": "DELETE",
      "path": "/api/v1/runs/{run}",
      "summary": "Forget a run",
      "description": "Forget a run, and what the app answered to it. What was done is not undone.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The run's id.",
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
            "$ref": "#/$defs/RunDeletion"
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
      "permission": "run"
    },
    "getRun": {
      "method": "GET",
      "path": "/api/v1/runs/{run}",
      "summary": "Read a run",
      "description": "Read what is kept of a run.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The run's id.",
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
            "$ref": "#/$defs/Run"
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
      "permission": "read"
    },
    "getRunResult": {
      "method": "GET",
      "path": "/api/v1/runs/{run}/result",
      "summary": "Read a run's result",
      "description": "Read what the app answered to a run, in parts: what was too long for `runTool`, files, and what runs with an idempotency key were answered. It is kept for a day.",
      "input": {
        "type": "object",
        "properties": {
          "run": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The run's id.",
            "examples": [
              "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
            ]
          },
          "offset": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100000000,
            "default": 0,
            "description": "Where to begin, in bytes.",
            "examples": [
              1000000
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 5000000,
            "default": 1000000,
            "description": "How many bytes to return at most."
          }
        },
        "required": [
          "run"
        ],
        "additionalProperties": false
      },
      "source": {
        "run": "path",
        "offset": "query",
        "limit": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RunResult"
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
      "permission": "run"
    },
    "findTools": {
      "method": "POST",
      "path": "/api/v1/tools/find",
      "summary": "Find tools for a task",
      "description": "Find the tools for a task in plain words, best first, among all apps: `create an issue in my GitHub repository`. Tools of connected apps come first among those that fit alike. What a tool takes in full, `getTool` has.",
      "input": {
        "type": "object",
        "properties": {
          "task": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000,
            "description": "What is to be done, as one would say it to a person; name the app if it matters.",
            "examples": [
              "create an issue in my GitHub repository"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 50,
            "description": "How many to return at most.",
            "default": 10
          },
          "apps": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "Only tools of these apps, by their ids.",
            "examples": [
              [
                "github",
                "gitlab"
              ]
            ]
          },
          "connected": {
            "type": "boolean",
            "description": "Only tools of apps that the caller has connected (true), or has not (false)."
          }
        },
        "required": [
          "task"
        ],
        "additionalProperties": false
      },
      "source": {
        "task": "body",
        "limit": "body",
        "apps": "body",
        "connected": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/ToolsFound"
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
      "permission": "read",
      "tool": {
        "name": "find_tools",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    },
    "getTool": {
      "method": "GET",
      "path": "/api/v1/tools/{tool}",
      "summary": "Read a tool",
      "description": "Read one tool: what it takes as a JSON Schema, what it may do, what it needs to be run.",
      "input": {
        "type": "object",
        "properties": {
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The tool's name, as `findTools` gives it.",
            "examples": [
              "github.issues_create"
            ]
          }
        },
        "required": [
          "tool"
        ],
        "additionalProperties": false
      },
      "source": {
        "tool": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Tool"
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
      "permission": "read",
      "tool": {
        "name": "get_tool",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    },
    "runTool": {
      "method": "POST",
      "path": "/api/v1/tools/{tool}/run",
      "summary": "Run a tool",
      "description": "Run a tool with a connection of the caller's, and wait for what comes of it. `getTool` says what the arguments are.\n\nWhat the app answers is a success of this operation, a refusal too: `status` says which, and the app's own words are in `data`. Nothing that changes something is ever sent twice by itself: where no answer came, `status` is `outcome_unknown`. With an `idempotency_key` the same run can be asked for again, for a day, and is carried out once.",
      "input": {
        "type": "object",
        "properties": {
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The tool's name, as `findTools` gives it.",
            "examples": [
              "github.issues_create"
            ]
          },
          "arguments": {
            "type": "object",
            "description": "What it is run with, as its `input_schema` says. A file is `{\"filename\", \"content_type\", \"data\"}`, its bytes in base64.",
            "examples": [
              {
                "owner": "octocat",
                "repo": "hello-world",
                "title": "It hums"
              }
            ],
            "additionalProperties": true
          },
          "connection": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "The connection to run it with, by its id or its label; needed where the app has several and none is the default.",
            "examples": [
              "work"
            ]
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "A key of the caller's own: the same key with the same arguments is the same run, for a day. Sent to the app too, where it has a place for one.",
            "examples": [
              "order-17"
            ]
          },
          "timeout": {
            "type": "integer",
            "minimum": 1,
            "maximum": 300,
            "description": "How many seconds the app has to answer, waiting and trying again included.",
            "default": 60
          },
          "max_bytes": {
            "type": "integer",
            "minimum": 1000,
            "maximum": 5000000,
            "description": "How many bytes of the answer to return at most; the whole of a longer one can be read afterwards.",
            "default": 1000000
          }
        },
        "required": [
          "tool"
        ],
        "additionalProperties": false
      },
      "source": {
        "tool": "path",
        "arguments": "body",
        "connection": "body",
        "idempotency_key": "body",
        "timeout": "body",
        "max_bytes": "body"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/RunOutcome"
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
      "permission": "run",
      "tool": {
        "name": "run_tool",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": true,
          "idempotentHint": false,
          "openWorldHint": true
        }
      }
    }
  },
  "bindings": {},
  "$defs": {
    "AuthType": {
      "type": "string",
      "enum": [
        "oauth2",
        "oauth2_cc",
        "api_key",
        "basic",
        "bearer",
        "sigv4",
        "mcp_oauth",
        "none"
      ],
      "description": "How an app's sign-in works."
    },
    "AppSummary": {
      "type": "object",
      "required": [
        "id",
        "name",
        "description",
        "vendor",
        "categories",
        "kind",
        "auth_types",
        "tools_count",
        "connections_count",
        "verified",
        "own"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "Its id: what tools' names begin with.",
          "examples": [
            "github"
          ]
        },
        "name": {
          "type": "string",
          "description": "What it is called.",
          "examples": [
            "GitHub"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it is for, in at most 300 characters.",
          "examples": [
            "Code hosting: repositories, issues, pull requests and actions."
          ]
        },
        "vendor": {
          "type": "string",
          "description": "Whose product it is: a registrable domain.",
          "examples": [
            "github.com"
          ]
        },
        "categories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "What it is about.",
          "examples": [
            [
              "developer tools"
            ]
          ]
        },
        "kind": {
          "type": "string",
          "enum": [
            "http",
            "mcp"
          ],
          "description": "`http`: its tools are operations of its HTTP interface; `mcp`: they are those of its remote MCP server, and are listed once it is connected.",
          "examples": [
            "http"
          ]
        },
        "auth_types": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthType"
          },
          "description": "The ways in which it can be connected."
        },
        "tools_count": {
          "type": "integer",
          "minimum": 0,
          "description": "How many tools it has.",
          "examples": [
            843
          ]
        },
        "connections_count": {
          "type": "integer",
          "minimum": 0,
          "description": "How many connections the caller has to it.",
          "examples": [
            1
          ]
        },
        "verified": {
          "type": "string",
          "enum": [
            "unverified",
            "reviewed",
            "run"
          ],
          "description": "How sure it is that it works: its document says so, the sign-in was reviewed by hand, or it was run.",
          "examples": [
            "reviewed"
          ]
        },
        "own": {
          "type": "boolean",
          "description": "Whether the account has added it itself; nobody else sees it.",
          "examples": [
            false
          ]
        }
      },
      "description": "An app, as lists have it."
    },
    "AppList": {
      "type": "object",
      "required": [
        "data",
        "total",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AppSummary"
          },
          "description": "The apps: the best fit first where words were searched, else by name."
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "How many there are in all.",
          "examples": [
            1
          ]
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
          "description": "What to send as `cursor` for the next ones; null where there are no more.",
          "examples": [
            "eyJhZnRlciI6MjB9"
          ]
        }
      },
      "description": "A page of apps."
    },
    "ProblemCode": {
      "type": "string",
      "enum": [
        "invalid_input",
        "unauthorized",
        "key_expired",
        "key_revoked",
        "permission_denied",
        "not_found",
        "app_not_found",
        "tool_not_found",
        "run_not_found",
        "connection_required",
        "connection_ambiguous",
        "connection_inactive",
        "request_in_flight",
        "scope_missing",
        "invalid_arguments",
        "idempotency_conflict",
        "blocked_address",
        "connection_not_found",
        "method_not_offered",
        "return_url_refused",
        "app_not_configured",
        "link_expired",
        "provider_unavailable",
        "secret_unreadable",
        "method_not_allowed",
        "body_too_large",
        "wrong_host",
        "rate_limited",
        "internal",
        "catalog_not_ready",
        "storage_unavailable"
      ],
      "description": "The kinds of problem of the platform service, each with its status:\n\n- `invalid_input` (400): the request does not fit the specification; `errors` says where.\n- `unauthorized` (401): no key was sent, or none that this service has made.\n- `key_expired` (401): the key's time is over.\n- `key_revoked` (401): the key has been revoked.\n- `permission_denied` (403): the key has not the permission that this needs, or is not for this app.\n- `not_found` (404): nothing is served at this path.\n- `app_not_found` (404): there is no such app.\n- `tool_not_found` (404): there is no such tool.\n- `run_not_found` (404): there is no such run of the caller's, or nothing is kept of its result.\n- `connection_not_found` (404): there is no such connection.\n- `method_not_offered` (400): the app can't be connected in this way.\n- `return_url_refused` (400): the service's operator has not allowed to send people there.\n- `connection_required` (409): the app is not connected; `connect_url` is where it can be.\n- `connection_ambiguous` (409): several connections would do; `candidates` are they.\n- `connection_inactive` (409): the connection has to be renewed by a person; `reconnect_url` is where.\n- `app_not_configured` (409): the app's OAuth needs a client of the service's operator, who has given none.\n- `link_expired` (410): the link was used, or its 15 minutes are over.\n- `provider_unavailable` (503): the app's sign-in server can't be reached just now.\n- `secret_unreadable` (500): what is kept of the connection can't be opened with the key that this service has.\n- `method_not_allowed` (405): the path is not served with this method; Allow says with which.\n- `request_in_flight` (409): a run with the same idempotency key is being carried out.\n- `scope_missing` (403): the connection does not allow this; `scopes` are what it would need, and `reconnect_url` is where.\n- `invalid_arguments` (422): the arguments do not fit the tool; `errors` says where, as JSON Pointers into the input.\n- `idempotency_conflict` (422): the idempotency key was used for something else.\n- `blocked_address` (422): the app is at an address that this service does not reach, such as one of a private network.\n- `body_too_large` (413): the body is larger than is read.\n- `wrong_host` (421): the request names a host that this service does not answer for.\n- `rate_limited` (429): the key, or whoever shows none, has asked more than its rate allows.\n- `internal` (500): a fault of this service.\n- `catalog_not_ready` (503): the catalog of apps is still being compiled.\n- `storage_unavailable` (503): what is kept of accounts can't be reached just now."
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
          "description": "Where it is: a JSON Pointer into the input (RFC 6901), the empty string for the whole of it.",
          "examples": [
            "/limit"
          ]
        },
        "detail": {
          "type": "string",
          "description": "What is wrong there.",
          "examples": [
            "Too big: expected number to be <=50"
          ]
        }
      },
      "description": "One thing that is wrong with what was sent."
    },
    "ConnectionCandidate": {
      "type": "object",
      "required": [
        "id",
        "label"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "Its id.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "label": {
          "type": "string",
          "description": "What it is called.",
          "examples": [
            "work"
          ]
        },
        "account": {
          "type": "string",
          "description": "Whose sign-in it is at the app.",
          "examples": [
            "octocat@example.com"
          ]
        }
      },
      "description": "A connection that would do."
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
          "description": "The kind of problem as a URI that never changes: `urn:problem-type:jackfield:` and the code.",
          "examples": [
            "urn:problem-type:jackfield:invalid_input"
          ]
        },
        "title": {
          "type": "string",
          "description": "The kind of problem in words, the same each time.",
          "examples": [
            "The request does not fit the specification"
          ]
        },
        "status": {
          "type": "integer",
          "minimum": 400,
          "maximum": 599,
          "description": "The HTTP status, repeated for whoever sees the body alone.",
          "examples": [
            400
          ]
        },
        "code": {
          "$ref": "#/$defs/ProblemCode",
          "description": "The kind of problem as a word to switch on."
        },
        "detail": {
          "type": "string",
          "description": "What happened this time, with the value that caused it.",
          "examples": [
            "limit is 51: at most 50 hits can be asked for."
          ]
        },
        "hint": {
          "type": "string",
          "description": "What to do about it.",
          "examples": [
            "Ask for at most 50 hits."
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
          "description": "This occurrence: the request's id as a URN, by which the operator finds it in the log.",
          "examples": [
            "urn:uuid:7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
          ]
        },
        "errors": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/InputError"
          },
          "description": "Each thing that is wrong with the input."
        },
        "connect_url": {
          "type": "string",
          "format": "uri",
          "description": "Where a person connects the app (`connection_required`).",
          "examples": [
            "https://jackfield.example/connect/c_5f0c1a2b3c4d"
          ]
        },
        "reconnect_url": {
          "type": "string",
          "format": "uri",
          "description": "Where a person signs in anew (`connection_inactive`, `scope_missing`).",
          "examples": [
            "https://jackfield.example/connect/c_5f0c1a2b3c4d"
          ]
        },
        "candidates": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ConnectionCandidate"
          },
          "description": "The connections that would do (`connection_ambiguous`): send the id or the label of one as `connection`."
        },
        "scopes": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "What the connection would have to allow (`scope_missing`), as the app spells it.",
          "examples": [
            [
              "repo"
            ]
          ]
        }
      },
      "description": "What went wrong, as RFC 9457 writes it; the last four say how to mend it."
    },
    "CredentialField": {
      "type": "object",
      "required": [
        "name",
        "label",
        "secret",
        "required"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name.",
          "examples": [
            "subdomain"
          ]
        },
        "label": {
          "type": "string",
          "description": "What it is called on the page.",
          "examples": [
            "Your Zendesk subdomain"
          ]
        },
        "secret": {
          "type": "boolean",
          "description": "Whether it is kept sealed and never shown again.",
          "examples": [
            false
          ]
        },
        "required": {
          "type": "boolean",
          "description": "Whether it must be entered.",
          "examples": [
            true
          ]
        },
        "pattern": {
          "type": "string",
          "description": "A regular expression (ECMA-262) that it must match as a whole.",
          "examples": [
            "[a-z0-9-]+"
          ]
        },
        "help": {
          "type": "string",
          "description": "Where to find it.",
          "examples": [
            "The first part of your address: example in example.zendesk.com."
          ]
        }
      },
      "description": "Something that the person who connects an app enters."
    },
    "AuthScope": {
      "type": "object",
      "required": [
        "name",
        "default"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "As the app spells it.",
          "examples": [
            "repo"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it allows.",
          "examples": [
            "Read and write to repositories"
          ]
        },
        "default": {
          "type": "boolean",
          "description": "Whether it is asked for unless others are chosen.",
          "examples": [
            true
          ]
        }
      },
      "description": "A scope of an OAuth sign-in."
    },
    "AuthMethod": {
      "type": "object",
      "required": [
        "id",
        "type",
        "fields",
        "scopes",
        "configured"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "Its id within the app.",
          "examples": [
            "oauth2"
          ]
        },
        "type": {
          "$ref": "#/$defs/AuthType",
          "description": "How it works."
        },
        "fields": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/CredentialField"
          },
          "description": "What the person enters."
        },
        "scopes": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthScope"
          },
          "description": "What may be asked for, of OAuth."
        },
        "setup_url": {
          "type": "string",
          "format": "uri",
          "description": "Where the person gets the key, or registers an OAuth client.",
          "examples": [
            "https://github.com/settings/developers"
          ]
        },
        "redirect_uri": {
          "type": "string",
          "format": "uri",
          "description": "Of OAuth, the address to enter where the client is registered.",
          "examples": [
            "https://jackfield.example/oauth/callback"
          ]
        },
        "configured": {
          "type": "boolean",
          "description": "Whether it can be used now: of OAuth, whether there is a client (the service's operator gives one), or none is needed.",
          "examples": [
            true
          ]
        }
      },
      "description": "One way to connect an app."
    },
    "AppSource": {
      "type": "object",
      "required": [
        "origin",
        "document",
        "retrieved_at"
      ],
      "properties": {
        "origin": {
          "type": "string",
          "description": "The package or repository that has its document, with the version.",
          "examples": [
            "@octokit/openapi@23.0.2"
          ]
        },
        "document": {
          "type": "string",
          "description": "The document in it.",
          "examples": [
            "generated/api.github.com.json"
          ]
        },
        "license": {
          "type": "string",
          "description": "The document's license, as it says itself.",
          "examples": [
            "MIT"
          ]
        },
        "version": {
          "type": "string",
          "description": "The document's own version.",
          "examples": [
            "1.1.4"
          ]
        },
        "retrieved_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was fetched (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "Where what is known of an app comes from."
    },
    "App": {
      "type": "object",
      "required": [
        "id",
        "name",
        "description",
        "vendor",
        "categories",
        "kind",
        "auth_types",
        "tools_count",
        "connections_count",
        "verified",
        "own",
        "aliases",
        "auth",
        "base_url",
        "base_url_fields",
        "source"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "Its id: what tools' names begin with.",
          "examples": [
            "github"
          ]
        },
        "name": {
          "type": "string",
          "description": "What it is called.",
          "examples": [
            "GitHub"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it is for, in at most 300 characters.",
          "examples": [
            "Code hosting: repositories, issues, pull requests and actions."
          ]
        },
        "vendor": {
          "type": "string",
          "description": "Whose product it is: a registrable domain.",
          "examples": [
            "github.com"
          ]
        },
        "categories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "What it is about.",
          "examples": [
            [
              "developer tools"
            ]
          ]
        },
        "kind": {
          "type": "string",
          "enum": [
            "http",
            "mcp"
          ],
          "description": "`http`: its tools are operations of its HTTP interface; `mcp`: they are those of its remote MCP server, and are listed once it is connected.",
          "examples": [
            "http"
          ]
        },
        "auth_types": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthType"
          },
          "description": "The ways in which it can be connected."
        },
        "tools_count": {
          "type": "integer",
          "minimum": 0,
          "description": "How many tools it has.",
          "examples": [
            843
          ]
        },
        "connections_count": {
          "type": "integer",
          "minimum": 0,
          "description": "How many connections the caller has to it.",
          "examples": [
            1
          ]
        },
        "verified": {
          "type": "string",
          "enum": [
            "unverified",
            "reviewed",
            "run"
          ],
          "description": "How sure it is that it works: its document says so, the sign-in was reviewed by hand, or it was run.",
          "examples": [
            "reviewed"
          ]
        },
        "own": {
          "type": "boolean",
          "description": "Whether the account has added it itself; nobody else sees it.",
          "examples": [
            false
          ]
        },
        "aliases": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Other names that it is known by.",
          "examples": [
            [
              "gh"
            ]
          ]
        },
        "website": {
          "type": "string",
          "format": "uri",
          "description": "Its web site.",
          "examples": [
            "https://github.com"
          ]
        },
        "docs_url": {
          "type": "string",
          "format": "uri",
          "description": "The documentation of its interface.",
          "examples": [
            "https://docs.github.com/rest"
          ]
        },
        "auth": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AuthMethod"
          },
          "description": "The ways in which it can be connected."
        },
        "base_url": {
          "type": "string",
          "description": "Where its interface is; what stands in braces the person who connects it enters.",
          "examples": [
            "https://api.github.com"
          ]
        },
        "base_url_fields": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/CredentialField"
          },
          "description": "What the base address needs."
        },
        "source": {
          "$ref": "#/$defs/AppSource",
          "description": "Where this comes from."
        }
      },
      "description": "An app."
    },
    "RunStatus": {
      "type": "string",
      "enum": [
        "queued",
        "running",
        "succeeded",
        "failed",
        "outcome_unknown"
      ],
      "description": "How far a run has got. The last three are final."
    },
    "RunErrorCode": {
      "type": "string",
      "enum": [
        "upstream_bad_request",
        "upstream_auth",
        "upstream_forbidden",
        "upstream_not_found",
        "upstream_rate_limited",
        "upstream_server",
        "upstream_redirect",
        "upstream_timeout",
        "upstream_unreachable",
        "blocked_address",
        "upstream_bad_answer",
        "response_too_large",
        "interrupted"
      ],
      "description": "Why a run did not succeed."
    },
    "RunError": {
      "type": "object",
      "required": [
        "code",
        "message",
        "retryable"
      ],
      "properties": {
        "code": {
          "$ref": "#/$defs/RunErrorCode",
          "description": "The kind of failure, as a word to switch on."
        },
        "message": {
          "type": "string",
          "description": "What happened, in a sentence; the app's own words, where it has any.",
          "examples": [
            "GitHub answered 422: Validation Failed."
          ]
        },
        "retryable": {
          "type": "boolean",
          "description": "Whether the same run may succeed later.",
          "examples": [
            false
          ]
        },
        "retry_after": {
          "type": "integer",
          "minimum": 0,
          "description": "After how many seconds, where the app says so.",
          "examples": [
            30
          ]
        }
      },
      "description": "Why a run did not succeed, and what to do."
    },
    "RunResponse": {
      "type": "object",
      "required": [
        "headers",
        "size",
        "truncated"
      ],
      "properties": {
        "status_code": {
          "type": "integer",
          "minimum": 100,
          "maximum": 599,
          "description": "Its HTTP status; left out where a remote MCP server answered.",
          "examples": [
            201
          ]
        },
        "headers": {
          "type": "object",
          "description": "Those of its headers that say something of it: none that may hold a credential.",
          "examples": [
            {
              "x-ratelimit-remaining": "4999"
            }
          ],
          "additionalProperties": {
            "type": "string"
          }
        },
        "media_type": {
          "type": "string",
          "description": "Its media type.",
          "examples": [
            "application/json"
          ]
        },
        "size": {
          "type": "integer",
          "minimum": 0,
          "description": "How large it is, in bytes.",
          "examples": [
            512
          ]
        },
        "truncated": {
          "type": "boolean",
          "description": "Whether `data` is not all of it: it is longer than was asked for, or is no text.",
          "examples": [
            false
          ]
        },
        "result_url": {
          "type": "string",
          "format": "uri",
          "description": "Where the whole of it can be read for a day, with a key (`getRunResult`); only where `data` is not all of it, or the run had an idempotency key.",
          "examples": [
            "https://jackfield.example/api/v1/runs/run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b/result"
          ]
        }
      },
      "description": "What an app's answer was like."
    },
    "RunOutcome": {
      "type": "object",
      "required": [
        "run",
        "tool",
        "app",
        "connection",
        "status"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "Its id.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "tool": {
          "type": "string",
          "description": "The tool.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The id of its app.",
          "examples": [
            "github"
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
          "description": "The connection that it was run with; null where none is needed.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "status": {
          "$ref": "#/$defs/RunStatus",
          "description": "What came of it."
        },
        "data": {
          "description": "What the app answered: JSON as it is, else text. Where it was cut off (`response.truncated`), the beginning as text; of what is no text, nothing. An app's refusal has its own words here.",
          "examples": [
            {
              "number": 42,
              "title": "It hums"
            }
          ]
        },
        "error": {
          "$ref": "#/$defs/RunError",
          "description": "Why it did not succeed."
        },
        "response": {
          "$ref": "#/$defs/RunResponse",
          "description": "What the answer was like; left out where none came."
        },
        "next_arguments": {
          "type": "object",
          "description": "Where there is more of a list: what to set in the arguments to run the same tool for the next page.",
          "examples": [
            {
              "page": 2
            }
          ],
          "additionalProperties": true
        }
      },
      "description": "What came of running a tool."
    },
    "RunAttempt": {
      "type": "object",
      "required": [
        "started_at",
        "duration_ms"
      ],
      "properties": {
        "started_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was sent (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "duration_ms": {
          "type": "integer",
          "minimum": 0,
          "description": "How long it took.",
          "examples": [
            180
          ]
        },
        "status_code": {
          "type": "integer",
          "minimum": 100,
          "maximum": 599,
          "description": "The status of its answer.",
          "examples": [
            503
          ]
        },
        "error": {
          "$ref": "#/$defs/RunErrorCode",
          "description": "Why there was none."
        }
      },
      "description": "One request to the app."
    },
    "Run": {
      "type": "object",
      "required": [
        "run",
        "tool",
        "app",
        "connection",
        "status",
        "user",
        "key",
        "arguments",
        "attempts",
        "created_at"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "Its id.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "tool": {
          "type": "string",
          "description": "The tool.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The id of its app.",
          "examples": [
            "github"
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
          "description": "The connection that it was run with; null where none is needed.",
          "examples": [
            "conn_3c4d4e5f8a9b0c1d2e3f4a5b5f0c1a2b"
          ]
        },
        "status": {
          "$ref": "#/$defs/RunStatus",
          "description": "What came of it."
        },
        "error": {
          "$ref": "#/$defs/RunError",
          "description": "Why it did not succeed."
        },
        "response": {
          "$ref": "#/$defs/RunResponse",
          "description": "What the answer was like; left out where none came."
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
          "description": "The end user that it was run for; null: the account itself.",
          "examples": [
            "user_17"
          ]
        },
        "key": {
          "type": "string",
          "description": "The id of the key that ran it.",
          "examples": [
            "key_8a9b0c1d2e3f4a5b5f0c1a2b3c4d4e5f"
          ]
        },
        "arguments": {
          "type": "object",
          "description": "What it was run with, without what may be secret, long texts cut off.",
          "examples": [
            {
              "owner": "octocat",
              "repo": "hello-world",
              "title": "It hums"
            }
          ],
          "additionalProperties": true
        },
        "attempts": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/RunAttempt"
          },
          "description": "The requests to the app, in order."
        },
        "idempotency_key": {
          "type": "string",
          "description": "The caller's own key of it.",
          "examples": [
            "order-17"
          ]
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was asked for (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "finished_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was over.",
          "examples": [
            "2026-11-21T09:30:01Z"
          ]
        },
        "duration_ms": {
          "type": "integer",
          "minimum": 0,
          "description": "From when it was asked for until it was over.",
          "examples": [
            230
          ]
        }
      },
      "description": "What is kept of a run for 30 days."
    },
    "RunList": {
      "type": "object",
      "required": [
        "data",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Run"
          },
          "description": "The runs, the newest first."
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
          "description": "What to send as `cursor` for the next ones; null where there are no more.",
          "examples": [
            "eyJiZWZvcmUiOjF9"
          ]
        }
      },
      "description": "A page of runs."
    },
    "RunResult": {
      "type": "object",
      "required": [
        "run",
        "encoding",
        "data",
        "offset",
        "size",
        "next_offset"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "The run.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "media_type": {
          "type": "string",
          "description": "The answer's media type.",
          "examples": [
            "application/pdf"
          ]
        },
        "encoding": {
          "type": "string",
          "enum": [
            "text",
            "base64"
          ],
          "description": "`text`: `data` is text (UTF-8); `base64`: it is bytes in base64 (RFC 4648, section 4).",
          "examples": [
            "base64"
          ]
        },
        "data": {
          "type": "string",
          "description": "The part.",
          "examples": [
            "JVBERi0xLjcK"
          ]
        },
        "offset": {
          "type": "integer",
          "minimum": 0,
          "description": "Where it begins, in bytes.",
          "examples": [
            0
          ]
        },
        "size": {
          "type": "integer",
          "minimum": 0,
          "description": "How large the whole is, in bytes.",
          "examples": [
            9
          ]
        },
        "next_offset": {
          "anyOf": [
            {
              "type": "integer"
            },
            {
              "type": "null"
            }
          ],
          "description": "Where the next part begins; null at the end.",
          "examples": [
            1000000
          ]
        }
      },
      "description": "A part of what an app answered."
    },
    "RunDeletion": {
      "type": "object",
      "required": [
        "run",
        "deleted"
      ],
      "properties": {
        "run": {
          "type": "string",
          "description": "Its id.",
          "examples": [
            "run_5f0c1a2b3c4d4e5f8a9b0c1d2e3f4a5b"
          ]
        },
        "deleted": {
          "type": "boolean",
          "enum": [
            true
          ],
          "description": "Nothing is kept of it any more."
        }
      },
      "description": "A run that is forgotten."
    },
    "ConnectionStatus": {
      "type": "string",
      "enum": [
        "pending",
        "active",
        "expired",
        "disabled",
        "failed",
        "revoked"
      ],
      "description": "How a connection is:\n\n- `pending`: its link waits for a person.\n- `active`: tools can be run with it.\n- `expired`: the app does not accept it any more; a person mends it at `reconnect_url`.\n- `disabled`: its owner has switched it off.\n- `failed`: the person refused, the app refused, or nobody came in time.\n- `revoked`: it was deleted, and what was secret in it is gone."
    },
    "ConnectionReason": {
      "type": "object",
      "required": [
        "code",
        "message",
        "at"
      ],
      "properties": {
        "code": {
          "type": "string",
          "description": "As a word: `link_expired`, `refused_by_person`, `refused_by_app`, `grant_refused`, `not_refreshable`, `refresh_failing`, `switched_off`, `deleted`.",
          "examples": [
            "grant_refused"
          ]
        },
        "message": {
          "type": "string",
          "description": "In words, those of the app among them.",
          "examples": [
            "GitHub refused to refresh the access token (invalid_grant): the authorization was withdrawn."
          ]
        },
        "at": {
          "type": "string",
          "format": "date-time",
          "description": "Since when.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "Why a connection is as it is."
    },
    "ConnectionAccount": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "description": "Its id there.",
          "examples": [
            "583231"
          ]
        },
        "name": {
          "type": "string",
          "description": "What it is called there.",
          "examples": [
            "octocat"
          ]
        },
        "email": {
          "type": "string",
          "description": "Its email address.",
          "examples": [
            "octocat@github.com"
          ]
        }
      },
      "description": "Who signed in at the app, as far as the app has said."
    },
    "Connection": {
      "type": "object",
      "required": [
        "id",
        "app",
        "auth_method",
        "user",
        "label",
        "default",
        "status",
        "fields",
        "created_at",
        "updated_at"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "Its id; it stays the same when it is reconnected.",
          "examples": [
            "conn_2b1f6c9e8a7d4f03b5c1"
          ]
        },
        "app": {
          "type": "string",
          "description": "The app's id.",
          "examples": [
            "github"
          ]
        },
        "auth_method": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The way in which it was connected: an id of the app's `auth`; none while the person has yet to choose.",
          "examples": [
            "oauth2"
          ]
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
          "description": "The end user of the account that it belongs to; null: the account itself.",
          "examples": [
            "42"
          ]
        },
        "label": {
          "type": "string",
          "description": "What its owner calls it.",
          "examples": [
            "Work"
          ]
        },
        "default": {
          "type": "boolean",
          "description": "Whether it is the one that is used where several would do and none is named.",
          "examples": [
            true
          ]
        },
        "status": {
          "$ref": "#/$defs/ConnectionStatus",
          "description": "How it is."
        },
        "status_reason": {
          "$ref": "#/$defs/ConnectionReason",
          "description": "Why it is so, where that needs saying; of an active one, that renewing it fails at the moment."
        },
        "account": {
          "$ref": "#/$defs/ConnectionAccount",
          "description": "Who signed in."
        },
        "scopes": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The scopes that were granted, where the app says so.",
          "examples": [
            [
              "repo"
            ]
          ]
        },
        "fields": {
          "type": "object",
          "description": "What was entered that is not secret, such as a subdomain.",
          "additionalProperties": {
            "type": "string"
          }
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When its access token expires; it is renewed by itself where the app allows.",
          "examples": [
            "2026-11-21T10:30:00Z"
          ]
        },
        "last_refreshed_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was renewed last.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "next_refresh_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it is renewed next.",
          "examples": [
            "2026-11-21T10:25:00Z"
          ]
        },
        "last_used_at": {
          "type": "string",
          "format": "date-time",
          "description": "When a tool was run with it last.",
          "examples": [
            "2026-11-21T09:45:00Z"
          ]
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was made.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "updated_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it changed last.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "reconnect_url": {
          "type": "string",
          "format": "uri",
          "description": "Where a person mends it: a link that works once, for 15 minutes. Only where it does not work, and for keys that may connect.",
          "examples": [
            "https://jackfield.example/connect/cl_3cQAKdvB"
          ]
        }
      },
      "description": "A sign-in at an app. What is secret in it is never shown."
    },
    "ConnectLink": {
      "type": "object",
      "required": [
        "url",
        "expires_at",
        "connection"
      ],
      "properties": {
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Where the person goes. It works once, for 15 minutes, in the browser that begins. Show it to nobody else.",
          "examples": [
            "https://jackfield.example/connect/cl_3cQAKdvB"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "Until when.",
          "examples": [
            "2026-11-21T09:45:00Z"
          ]
        },
        "connection": {
          "$ref": "#/$defs/Connection",
          "description": "The connection, which is `active` once the person is done."
        }
      },
      "description": "A link that a person opens to connect an app."
    },
    "ConnectionList": {
      "type": "object",
      "required": [
        "data",
        "total",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Connection"
          },
          "description": "The connections, the newest first."
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "How many there are in all.",
          "examples": [
            1
          ]
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
          "description": "What to send as `cursor` for the next ones; null where there are no more.",
          "examples": [
            "eyJhZnRlciI6MjB9"
          ]
        }
      },
      "description": "A page of connections."
    },
    "ConnectionTest": {
      "type": "object",
      "required": [
        "ok",
        "tried",
        "detail",
        "connection"
      ],
      "properties": {
        "ok": {
          "type": "boolean",
          "description": "Whether it works, as far as can be told without running a tool.",
          "examples": [
            true
          ]
        },
        "tried": {
          "type": "string",
          "enum": [
            "refreshed",
            "requested",
            "decrypted"
          ],
          "description": "What the test did: `refreshed` (the app refreshed the access token), `requested` (the app answered a request made with the connection), `decrypted` (the stored credentials could be decrypted; no request was made to the app).",
          "examples": [
            "refreshed"
          ]
        },
        "detail": {
          "type": "string",
          "description": "What came of it, in words.",
          "examples": [
            "GitHub refreshed the access token."
          ]
        },
        "connection": {
          "$ref": "#/$defs/Connection",
          "description": "The connection as it is now."
        }
      },
      "description": "What came of trying a connection."
    },
    "ToolAnnotations": {
      "type": "object",
      "required": [
        "read_only",
        "destructive",
        "idempotent",
        "open_world"
      ],
      "properties": {
        "read_only": {
          "type": "boolean",
          "description": "It changes nothing.",
          "examples": [
            false
          ]
        },
        "destructive": {
          "type": "boolean",
          "description": "It may delete or overwrite something.",
          "examples": [
            false
          ]
        },
        "idempotent": {
          "type": "boolean",
          "description": "Running it twice with the same arguments does no more than once.",
          "examples": [
            false
          ]
        },
        "open_world": {
          "type": "boolean",
          "description": "It reaches out to the app's own servers.",
          "examples": [
            true
          ]
        }
      },
      "description": "What running a tool may do, in MCP's terms."
    },
    "ToolHttp": {
      "type": "object",
      "required": [
        "method",
        "path"
      ],
      "properties": {
        "method": {
          "type": "string",
          "description": "The method.",
          "examples": [
            "POST"
          ]
        },
        "path": {
          "type": "string",
          "description": "The path, as the app's document writes it.",
          "examples": [
            "/repos/{owner}/{repo}/issues"
          ]
        }
      },
      "description": "The operation of an app's HTTP interface that a tool carries out."
    },
    "ToolConnection": {
      "type": "object",
      "required": [
        "ready",
        "count"
      ],
      "properties": {
        "ready": {
          "type": "boolean",
          "description": "Whether it can be run at once: the app is connected, or needs no connection.",
          "examples": [
            true
          ]
        },
        "count": {
          "type": "integer",
          "minimum": 0,
          "description": "How many connections the caller has to the app.",
          "examples": [
            1
          ]
        }
      },
      "description": "How the caller is connected to a tool's app."
    },
    "ToolHit": {
      "type": "object",
      "required": [
        "name",
        "app",
        "app_name",
        "title",
        "description",
        "inputs",
        "annotations",
        "source",
        "connection",
        "score",
        "why"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name: the app's id, a dot, a verb and a noun.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The id of its app.",
          "examples": [
            "github"
          ]
        },
        "app_name": {
          "type": "string",
          "description": "What its app is called.",
          "examples": [
            "GitHub"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it does, in a few words.",
          "examples": [
            "Create an issue"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it does, in at most 300 characters.",
          "examples": [
            "Any user with pull access to a repository can create an issue."
          ]
        },
        "inputs": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Its arguments in a line each, the required ones first, at most 12: `title (string, required): The title of the issue.` The whole of it `getTool` has.",
          "examples": [
            [
              "owner (string, required)",
              "repo (string, required)",
              "title (string, required): The title of the issue."
            ]
          ]
        },
        "annotations": {
          "$ref": "#/$defs/ToolAnnotations",
          "description": "What running it may do."
        },
        "http": {
          "$ref": "#/$defs/ToolHttp",
          "description": "The operation that it carries out; left out where it is a remote MCP server's tool."
        },
        "source": {
          "type": "string",
          "description": "The document that it was read from.",
          "examples": [
            "@octokit/openapi@23.0.2 generated/api.github.com.json"
          ]
        },
        "connection": {
          "$ref": "#/$defs/ToolConnection",
          "description": "How the caller is connected to its app."
        },
        "score": {
          "type": "number",
          "minimum": 0,
          "maximum": 1,
          "description": "How well it fits, from 0 to 1; comparable within one answer.",
          "examples": [
            0.93
          ]
        },
        "why": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Why it was found, in a few words each.",
          "examples": [
            [
              "its name has create, issue",
              "the task names GitHub",
              "GitHub is connected"
            ]
          ]
        }
      },
      "description": "A tool that was found for a task."
    },
    "ToolsFound": {
      "type": "object",
      "required": [
        "tools"
      ],
      "properties": {
        "tools": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ToolHit"
          },
          "description": "The best fit first; none at all is a success too."
        }
      },
      "description": "The tools that were found for a task."
    },
    "Tool": {
      "type": "object",
      "required": [
        "name",
        "app",
        "app_name",
        "title",
        "description",
        "inputs",
        "annotations",
        "source",
        "connection",
        "input_schema",
        "scopes",
        "auth",
        "version"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name: the app's id, a dot, a verb and a noun.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The id of its app.",
          "examples": [
            "github"
          ]
        },
        "app_name": {
          "type": "string",
          "description": "What its app is called.",
          "examples": [
            "GitHub"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it does, in a few words.",
          "examples": [
            "Create an issue"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it does, in at most 300 characters.",
          "examples": [
            "Any user with pull access to a repository can create an issue."
          ]
        },
        "inputs": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Its arguments in a line each, the required ones first, at most 12: `title (string, required): The title of the issue.` The whole of it `getTool` has.",
          "examples": [
            [
              "owner (string, required)",
              "repo (string, required)",
              "title (string, required): The title of the issue."
            ]
          ]
        },
        "annotations": {
          "$ref": "#/$defs/ToolAnnotations",
          "description": "What running it may do."
        },
        "http": {
          "$ref": "#/$defs/ToolHttp",
          "description": "The operation that it carries out; left out where it is a remote MCP server's tool."
        },
        "source": {
          "type": "string",
          "description": "The document that it was read from.",
          "examples": [
            "@octokit/openapi@23.0.2 generated/api.github.com.json"
          ]
        },
        "connection": {
          "$ref": "#/$defs/ToolConnection",
          "description": "How the caller is connected to its app."
        },
        "input_schema": {
          "type": "object",
          "description": "What its `arguments` must be: a JSON Schema (2020-12) that refers to nothing outside itself.",
          "additionalProperties": true
        },
        "scopes": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The scopes that it needs, of OAuth.",
          "examples": [
            [
              "repo"
            ]
          ]
        },
        "auth": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The ways to connect its app of which any will do; none where it needs no connection.",
          "examples": [
            [
              "oauth2"
            ]
          ]
        },
        "version": {
          "type": "string",
          "description": "Changes whenever what it takes or does changes.",
          "examples": [
            "5f1d7a84"
          ]
        }
      },
      "description": "A tool, with all that running it takes."
    },
    "ToolSummary": {
      "type": "object",
      "required": [
        "name",
        "app",
        "app_name",
        "title",
        "description",
        "inputs",
        "annotations",
        "source",
        "connection"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "Its name: the app's id, a dot, a verb and a noun.",
          "examples": [
            "github.issues_create"
          ]
        },
        "app": {
          "type": "string",
          "description": "The id of its app.",
          "examples": [
            "github"
          ]
        },
        "app_name": {
          "type": "string",
          "description": "What its app is called.",
          "examples": [
            "GitHub"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it does, in a few words.",
          "examples": [
            "Create an issue"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it does, in at most 300 characters.",
          "examples": [
            "Any user with pull access to a repository can create an issue."
          ]
        },
        "inputs": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Its arguments in a line each, the required ones first, at most 12: `title (string, required): The title of the issue.` The whole of it `getTool` has.",
          "examples": [
            [
              "owner (string, required)",
              "repo (string, required)",
              "title (string, required): The title of the issue."
            ]
          ]
        },
        "annotations": {
          "$ref": "#/$defs/ToolAnnotations",
          "description": "What running it may do."
        },
        "http": {
          "$ref": "#/$defs/ToolHttp",
          "description": "The operation that it carries out; left out where it is a remote MCP server's tool."
        },
        "source": {
          "type": "string",
          "description": "The document that it was read from.",
          "examples": [
            "@octokit/openapi@23.0.2 generated/api.github.com.json"
          ]
        },
        "connection": {
          "$ref": "#/$defs/ToolConnection",
          "description": "How the caller is connected to its app."
        }
      },
      "description": "A tool, as lists have it."
    },
    "ToolList": {
      "type": "object",
      "required": [
        "data",
        "total",
        "next_cursor"
      ],
      "properties": {
        "data": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/ToolSummary"
          },
          "description": "The tools, by name."
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "How many there are in all.",
          "examples": [
            843
          ]
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
          "description": "What to send as `cursor` for the next ones; null where there are no more.",
          "examples": [
            "eyJhZnRlciI6MjB9"
          ]
        }
      },
      "description": "A page of an app's tools."
    }
  }
};

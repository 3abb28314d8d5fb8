import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["mongodb-atlas-api-client"],
  open: (load) =>
    load("mongodb-atlas-api-client")({
      publicKey: "id",
      privateKey: "secret",
      // The client's own default is the version before it.
      baseUrl: "https://cloud.mongodb.com/api/atlas/v2",
      projectId: "g1",
    }),
  ignoredHeaders: { authorization: "The client has API keys, and the tools a service account." },
  lines: [
    [
      "mongodb_atlas.list_clusters",
      { groupId: "g1", pageNum: 2, itemsPerPage: 5 },
      (atlas) => atlas.cluster.getAll({ pageNum: 2, itemsPerPage: 5 }),
    ],
    [
      "mongodb_atlas.get_cluster",
      { groupId: "g1", clusterName: "c1" },
      (atlas) => atlas.cluster.get("c1"),
    ],
    [
      "mongodb_atlas.add_ip_access",
      { groupId: "g1", body: [{ ipAddress: "192.0.2.1", comment: "Büro" }] },
      (atlas, { body }) => atlas.projectAccesslist.create(body),
    ],
    [
      "mongodb_atlas.list_access_list",
      { groupId: "g1", itemsPerPage: 5 },
      (atlas) => atlas.projectAccesslist.getAll({ itemsPerPage: 5 }),
    ],
    [
      "mongodb_atlas.list_database_users",
      { groupId: "g1", pageNum: 1 },
      (atlas) => atlas.user.getAll({ pageNum: 1 }),
    ],
    [
      "mongodb_atlas.delete_database_user",
      { groupId: "g1", databaseName: "admin", username: "ada" },
      (atlas) => atlas.user.delete("ada"),
    ],
    [
      "mongodb_atlas.list_projects",
      { itemsPerPage: 5 },
      (atlas) => atlas.project.getAll({ itemsPerPage: 5 }),
    ],
    ["mongodb_atlas.get_project", { groupId: "g1" }, (atlas) => atlas.project.getById("g1")],
    [
      "mongodb_atlas.list_organizations",
      { name: "a b" },
      (atlas) => atlas.organization.getAll({ name: "a b" }),
    ],
    [
      "mongodb_atlas.list_alerts",
      { groupId: "g1", status: "OPEN" },
      (atlas) => atlas.alert.getAll({ status: "OPEN" }),
    ],
    [
      "mongodb_atlas.list_snapshots",
      { groupId: "g1", clusterName: "c1", pageNum: 2 },
      (atlas) => atlas.cloudBackup.getAllReplicaSetCloudBackups("c1", { pageNum: 2 }),
    ],
  ],
} satisfies VendorClient;

import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@vercel/sdk"],
  open: (load) => new (load("@vercel/sdk").Vercel)({ bearerToken: "token" }),
  lines: [
    [
      "vercel.get_deployment",
      { idOrUrl: "dpl_1" },
      (vercel, args) => vercel.deployments.getDeployment(args),
    ],
    [
      "vercel.list_deployments",
      { limit: 5, projectId: "p" },
      (vercel, args) => vercel.deployments.getDeployments(args),
    ],
    [
      "vercel.delete_deployment",
      { id: "dpl_1" },
      (vercel, args) => vercel.deployments.deleteDeployment(args),
    ],
    ["vercel.get_team", { teamId: "team_1" }, (vercel, args) => vercel.teams.getTeam(args)],
    [
      "vercel.list_projects",
      { limit: "5", search: "a" },
      (vercel, args) => vercel.projects.getProjects(args),
    ],
  ],
} satisfies VendorClient;

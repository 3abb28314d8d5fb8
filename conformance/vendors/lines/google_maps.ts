import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@googlemaps/google-maps-services-js"],
  open: (load) => new (load("@googlemaps/google-maps-services-js").Client)({}),
  values: { api_key: "secret" },
  lines: [
    [
      "google_maps.geocode",
      { address: "1 Main St, Berlin" },
      (maps, args) => maps.geocode({ params: { ...args, key: "secret" } }),
    ],
    [
      "google_maps.get_directions",
      { origin: "A", destination: "B", mode: "walking" },
      (maps, args) => maps.directions({ params: { ...args, key: "secret" } }),
    ],
    [
      "google_maps.find_place",
      { input: "a b", fields: "place_id,name" },
      (maps, { input }) =>
        maps.findPlaceFromText({
          params: { input, inputtype: "textquery", fields: ["place_id", "name"], key: "secret" },
        }),
    ],
    [
      "google_maps.get_place",
      { place_id: "p" },
      (maps, args) => maps.placeDetails({ params: { ...args, key: "secret" } }),
    ],
    [
      "google_maps.get_timezone",
      { location: "52.5,13.4", timestamp: 1700000000 },
      (maps) =>
        maps.timezone({
          params: { location: { lat: 52.5, lng: 13.4 }, timestamp: 1700000000, key: "secret" },
        }),
    ],
  ],
} satisfies VendorClient;

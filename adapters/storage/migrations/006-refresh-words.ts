/**
 * Renames the two reason codes with "renew" in stored connections, because the API uses "refresh".
 */
export const statements = [
  `update connections set document =
    replace(
      replace(document, '"code":"renewal_failing"', '"code":"refresh_failing"'),
      '"code":"not_renewable"', '"code":"not_refreshable"'
    )
    where document like '%"code":"renewal_failing"%' or document like '%"code":"not_renewable"%'`,
];

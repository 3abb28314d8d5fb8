/** The path of the list of members. */
export const MEMBERS_PATH = "/account/members";

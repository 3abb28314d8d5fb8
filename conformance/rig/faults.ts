/** Words of a fault that the client must never see. */
export const LEAK_MARKER = "the folder /srv/rig is on fire";

/**
 * The advisory lock that lets one engine at a time, of all that share the database, remove runs and write to the archive. The
 * number is arbitrary but must stay equal in every version of Heddle.
 */
export const RETENTION_LOCK = 48_151_625

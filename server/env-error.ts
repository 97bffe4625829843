/** One sentence for each wrong setting: the start stops with them, and nothing half-starts. */
export class EnvError extends Error {}

/** Bounds of MCP sessions, which this process keeps in memory. */
export const mcpSessions = {
  /** Sessions of one key, or of one person in local mode; the one unused for longest gives way to a new one. */
  ofCaller: 20,
  /** Sessions of all callers. */
  ofProcess: 2_000,
  /** A session without a request for this time ends. */
  idleMs: 3_600_000,
} as const

/** Bounds of the MCP server. */
export const mcpBounds = {
  /** Workflows whose start tools are on one page of the list. */
  workflowsPerPage: 50,
  /** Characters of an answer: models have little room. */
  answerCharacters: 60_000,
  /** Events and items of an answer unless the caller asks for another number. */
  itemsPerAnswer: 50,
  /** How long a person may take to answer the form of a task. */
  decisionMs: 600_000,
  /** Characters of a tool's name that every client accepts. */
  nameCharacters: 64,
} as const

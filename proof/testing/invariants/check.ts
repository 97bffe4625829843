/**
 * One query over the real tables that returns `run_id` (or another name of the
 * culprit) for each breach of an invariant of ARCHITECTURE.md. It may read
 * `history`, the events of all runs as rows: see history-table.ts.
 */
export interface Check {
  readonly invariant: number
  /** What a culprit does: "has …", "is …". */
  readonly what: string
  /** The table whose rows it looks at. */
  readonly over: string
  readonly sql: string
}

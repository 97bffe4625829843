/** Where a command reads and writes: the real terminal, or a test's. */
export interface Terminal {
  out(text: string): void
  /** What is said beside the answer: hints, progress, errors. */
  say(text: string): void
  /** All of the standard input. */
  input(): Promise<string>
  /** Columns of the screen; `Infinity` where the answer goes into a file or another command. */
  readonly columns: number
  readonly colours: boolean
  now(): number
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

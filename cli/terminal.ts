/** Input and output of a command: the real terminal, or a test's. */
export interface Terminal {
  out(text: string): void
  /** Prints a message beside the answer: hints, progress, errors. */
  say(text: string): void
  /** The answer to a question, typed without echo on request; null without a terminal. */
  ask(question: string, how?: 'hidden'): Promise<string | null>
  /** The whole standard input. */
  input(): Promise<string>
  /** Columns of the screen; `Infinity` where the output goes into a file or another command. */
  readonly columns: number
  readonly colours: boolean
  now(): number
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

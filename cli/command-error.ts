/** What ends a command: a sentence for the person in front of it, and the command's exit code. */
export class CommandError extends Error {
  readonly exitCode: number
  /** What the API said, for `--json`. */
  readonly code: string

  constructor(message: string, { exitCode = 1, code = 'ERROR' }: { exitCode?: number; code?: string } = {}) {
    super(message)
    this.exitCode = exitCode
    this.code = code
  }
}

/** The error that ends a command: a message for the user, and the command's exit code. */
export class CommandError extends Error {
  readonly exitCode: number
  /** The API's error body, for `--json`. */
  readonly code: string

  constructor(message: string, { exitCode = 1, code = 'ERROR' }: { exitCode?: number; code?: string } = {}) {
    super(message)
    this.exitCode = exitCode
    this.code = code
  }
}

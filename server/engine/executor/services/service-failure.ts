/** A refusal of a mail server, a database or a model, with its code and whether another attempt may help. */
export class ServiceFailure extends Error {
  readonly code: string
  readonly retryable: boolean
  /** How long the server asks to be left alone. */
  waitMs?: number | undefined

  constructor(code: string, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

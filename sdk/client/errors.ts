import type { Run } from './types.ts'

/** A refusal of the API: the code of docs/reference/errors.md, the HTTP status, and the field that is wrong. */
export class HeddleError extends Error {
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  /** The whole body of the answer. */
  readonly body: unknown

  constructor(message: string, { code, status, field, body }: Pick<HeddleError, 'code' | 'status' | 'field' | 'body'>) {
    super(message)
    this.name = 'HeddleError'
    this.code = code
    this.status = status
    this.field = field
    this.body = body
  }
}

/** The end of a run that did not complete. */
export class RunFailedError extends Error {
  readonly run: Run

  constructor(run: Run) {
    super(run.error?.message ?? `The run ${run.run_id} is ${run.status}.`)
    this.name = 'RunFailedError'
    this.run = run
  }
}

/** A run that had not ended when the time of its caller was over. The run itself goes on. */
export class WaitTimeoutError extends Error {
  readonly runId: string

  constructor(runId: string, timeoutMs: number) {
    super(`The run ${runId} did not end within ${timeoutMs} ms. It goes on.`)
    this.name = 'WaitTimeoutError'
    this.runId = runId
  }
}

/** A webhook whose signature is missing, wrong or too old. */
export class WebhookSignatureError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookSignatureError'
  }
}

/** An answer whose text is no JSON: another server, or a proxy. */
export function notHeddle(cause: SyntaxError): HeddleError {
  const message = 'The server did not respond with JSON. Is this a Heddle server?'
  return new HeddleError(message, { code: 'NOT_HEDDLE', status: 200, field: undefined, body: cause.message })
}

/** The error that an answer tells. An answer without Heddle's JSON comes from another server, or from a proxy. */
export function errorOf(response: Response, body: unknown): HeddleError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly field?: unknown }
  }
  const { status, statusText } = response
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') {
    const said = `${status} ${statusText}`.trim()
    const message = `The server responded with ${said}, but not with JSON. Is this a Heddle server?`
    return new HeddleError(message, { code: 'NOT_HEDDLE', status, field: undefined, body })
  }
  const field = typeof error.field === 'string' ? error.field : undefined
  return new HeddleError(error.message, { code: error.code, status, field, body })
}

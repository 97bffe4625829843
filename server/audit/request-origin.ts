import { AsyncLocalStorage } from 'node:async_hooks'

/** Where the request under way came from: recorded with what it changes, so that operations need not pass it on. */
export interface RequestOrigin {
  readonly address: string | null
  readonly requestId: string
}

const origins = new AsyncLocalStorage<RequestOrigin>()

/** Runs the work of one request. */
export function withRequestOrigin<Result>(origin: RequestOrigin, work: () => Result): Result {
  return origins.run(origin, work)
}

/** Undefined outside of requests, such as for background work. */
export function requestOrigin(): RequestOrigin | undefined {
  return origins.getStore()
}

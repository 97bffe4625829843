import type { AttemptRequest, Executor, ExecutorEvents, FunctionRequest, HttpRequest } from '../ports.ts'

export interface Executors {
  readonly functions: Executor<FunctionRequest>
  readonly requests: Executor<HttpRequest>
}

/** Gives each attempt to the executor of its kind. */
export function createExecutor(events: ExecutorEvents, open: (events: ExecutorEvents) => Executors): Executor {
  const { functions, requests } = open(events)
  const all = [functions, requests]
  return {
    start(request) {
      if ('function' in request) functions.start(request)
      else if ('http' in request) requests.start(request)
      else events.onOutcome(request.id, notSupported(request))
    },
    cancel(id) {
      for (const one of all) one.cancel(id)
    },
    async close() {
      await Promise.all(all.map((one) => one.close()))
    },
  }
}

function notSupported({ step }: AttemptRequest) {
  const error = { code: 'STEP_TYPE_NOT_SUPPORTED', message: `${step} has no executor here.`, step }
  return { kind: 'failed', error, retryable: false } as const
}

import type { AttemptRequest, Executor, ExecutorEvents, FunctionRequest } from '../ports.ts'

export interface Executors {
  readonly functions: Executor<FunctionRequest>
}

/** Gives each attempt to the executor of its kind. */
export function createExecutor(events: ExecutorEvents, open: (events: ExecutorEvents) => Executors): Executor {
  const { functions } = open(events)
  return {
    start(request) {
      if ('function' in request) functions.start(request)
      else events.onOutcome(request.id, notSupported(request))
    },
    cancel: (id) => functions.cancel(id),
    close: () => functions.close(),
  }
}

function notSupported({ step }: AttemptRequest) {
  const error = { code: 'STEP_TYPE_NOT_SUPPORTED', message: `${step} has no executor here.`, step }
  return { kind: 'failed', error, retryable: false } as const
}

import type { Executor, ExecutorEvents, FunctionRequest, HttpRequest, ScriptRequest, ServiceRequest } from '../ports.ts'

export interface Executors {
  readonly functions: Executor<FunctionRequest>
  readonly requests: Executor<HttpRequest>
  readonly scripts: Executor<ScriptRequest>
  readonly services: Executor<ServiceRequest>
}

/** Gives each attempt to the executor of its kind. */
export function createExecutor(events: ExecutorEvents, open: (events: ExecutorEvents) => Executors): Executor {
  const { functions, requests, scripts, services } = open(events)
  const all = [functions, requests, scripts, services]
  return {
    start(request) {
      if ('function' in request) functions.start(request)
      else if ('http' in request) requests.start(request)
      else if ('service' in request) services.start(request)
      else scripts.start(request)
    },
    cancel(id) {
      for (const one of all) one.cancel(id)
    },
    async close() {
      await Promise.all(all.map((one) => one.close()))
    },
  }
}

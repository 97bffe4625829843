import type { AttemptOutcome } from '#core/run/command.ts'
import type { AttemptRequest, Executor, ExecutorEvents } from '../ports.ts'

type Attempt<Request> = (request: Request, cancelled: AbortSignal) => Promise<AttemptOutcome>

/** An executor of calls over the network: a call that is cancelled is aborted, and tells nothing. */
export function cancellableCalls<Request extends AttemptRequest>(
  attempt: Attempt<Request>,
  events: ExecutorEvents,
): Executor<Request> {
  const running = new Map<string, AbortController>()

  const run = async (request: Request, cancelled: AbortController): Promise<void> => {
    const outcome = await attempt(request, cancelled.signal)
    if (cancelled.signal.aborted) return
    running.delete(request.id)
    events.onOutcome(request.id, outcome)
  }

  return {
    start(request) {
      const cancelled = new AbortController()
      running.set(request.id, cancelled)
      void run(request, cancelled)
    },
    cancel(id) {
      running.get(id)?.abort()
      running.delete(id)
    },
    close() {
      for (const cancelled of running.values()) cancelled.abort()
      running.clear()
      return Promise.resolve()
    },
  }
}

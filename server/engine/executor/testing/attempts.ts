import type { AttemptOutcome } from '#core/run/command.ts'
import type { AttemptRequest, Executor } from '../../ports.ts'

const usual = {
  runId: 'run',
  ownerId: 'local',
  workflow: 'Flow',
  iteration: 1,
  attempt: 1,
  undo: false,
  interruptions: 0,
} as const

type StartOf<Request extends AttemptRequest> = Omit<Request, 'id' | keyof typeof usual> & Partial<Request>

/** Attempts as an engine starts them at an executor. */
export function createAttempts() {
  const waiting = new Map<string, (outcome: AttemptOutcome) => void>()
  let count = 0
  return {
    /** The receiver of the executor's outcomes. */
    onOutcome: (id: string, outcome: AttemptOutcome) => waiting.get(id)?.(outcome),
    /** Makes an attempt; resolves with its outcome. */
    make<Request extends AttemptRequest>(
      executor: Executor<Request>,
      attempt: StartOf<Request>,
    ): Promise<AttemptOutcome> {
      return new Promise((resolve) => {
        count += 1
        const id = attempt.id ?? `attempt ${count}`
        waiting.set(id, resolve)
        executor.start({ ...usual, ...attempt, id } as unknown as Request)
      })
    },
  }
}

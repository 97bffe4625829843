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

type Asked<Request extends AttemptRequest> = Omit<Request, 'id' | keyof typeof usual> & Partial<Request>

/** Attempts as an engine has an executor make them. */
export function createAttempts() {
  const waiting = new Map<string, (outcome: AttemptOutcome) => void>()
  let count = 0
  return {
    /** What the executor is to tell. */
    onOutcome: (id: string, outcome: AttemptOutcome) => waiting.get(id)?.(outcome),
    /** Has one made; resolves with what became of it. */
    make<Request extends AttemptRequest>(executor: Executor<Request>, asked: Asked<Request>): Promise<AttemptOutcome> {
      return new Promise((resolve) => {
        count += 1
        const id = asked.id ?? `attempt ${count}`
        waiting.set(id, resolve)
        executor.start({ ...usual, ...asked, id } as unknown as Request)
      })
    },
  }
}

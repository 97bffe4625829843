import type { Json } from '#core/json.ts'
import type { Change, RunError, RunEvent } from '#core/run/event.ts'

/** One try of a step, as the panel lists it. Instants in milliseconds. */
export interface AttemptFact {
  readonly iteration: number
  readonly attempt: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome: 'running' | 'completed' | 'failed' | 'will_retry' | 'skipped'
  readonly error: RunError | null
}

/** What the history says about one step. Later visits come after earlier ones. */
export interface StepFacts {
  readonly attempts: readonly AttemptFact[]
  /** Rendered arguments of the last attempt; undefined when it has none. */
  readonly with: Json | undefined
  readonly output: Json | undefined
  /** How a request was answered. */
  readonly http: { readonly status: number; readonly headers: Json } | null
  readonly changes: readonly Change[]
  readonly error: RunError | null
  readonly key: string | null
  readonly childRunIds: readonly string[]
  readonly decision: { readonly by: string; readonly at: number; readonly input: Json } | null
}

interface Gathered {
  attempts: AttemptFact[]
  with: Json | undefined
  output: Json | undefined
  http: StepFacts['http']
  changes: readonly Change[]
  error: RunError | null
  key: string | null
  childRunIds: string[]
  decision: StepFacts['decision']
}

export function stepFacts(events: readonly RunEvent[], step: string): StepFacts {
  const facts: Gathered = {
    attempts: [],
    with: undefined,
    output: undefined,
    http: null,
    changes: [],
    error: null,
    key: null,
    childRunIds: [],
    decision: null,
  }
  for (const event of events) if ('step' in event && event.step === step) gather(facts, event)
  return facts
}

function gather(facts: Gathered, event: RunEvent): void {
  switch (event.type) {
    case 'workflow.node.started':
      facts.attempts.push({
        iteration: event.iteration,
        attempt: event.attempt,
        startedAt: event.at,
        endedAt: null,
        outcome: 'running',
        error: null,
      })
      facts.with = event.payload.with
      facts.key = event.payload.key ?? facts.key
      facts.error = null
      break
    case 'workflow.node.progress':
      if (event.payload.will_retry) close(facts, event.at, 'will_retry', event.payload.error ?? null)
      break
    case 'workflow.node.completed':
      close(facts, event.at, 'completed', event.payload.ignored_error ?? null)
      facts.output = event.payload.output
      facts.http = (event.payload.http ?? null) as StepFacts['http']
      facts.changes = event.payload.changes ?? []
      break
    case 'workflow.node.failed':
      close(facts, event.at, 'failed', event.payload.error)
      break
    case 'workflow.node.skipped':
      close(facts, event.at, 'skipped', null)
      break
    case 'workflow.child.spawned':
      facts.childRunIds.push(event.payload.child_run_id)
      break
    case 'workflow.human_task.decided': {
      const { actor, input } = event.payload
      facts.decision = { by: actor.name ?? actor.id, at: event.at, input }
    }
  }
}

function close(facts: Gathered, at: number, outcome: AttemptFact['outcome'], error: RunError | null): void {
  const last = facts.attempts.at(-1)
  if (last && last.endedAt === null)
    facts.attempts[facts.attempts.length - 1] = { ...last, endedAt: at, outcome, error }
  if (error) facts.error = error
}

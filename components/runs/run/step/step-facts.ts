import type { Json } from '#core/json.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { Change, RunError } from '#core/run/words.ts'

/** One attempt of a step in the panel. Instants are in milliseconds. */
export interface AttemptFact {
  readonly iteration: number
  readonly attempt: number
  /** The attempt was one of the step's compensation. */
  readonly isUndo: boolean
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome: 'running' | 'completed' | 'failed' | 'will_retry' | 'skipped'
  readonly error: RunError | null
}

/** Output of a step while it ran. */
export interface LogFact {
  readonly seq: number
  readonly at: number
  readonly iteration: number
  readonly attempt: number
  readonly fraction: number | null
  /** The lines as they were written. */
  readonly text: string
}

/** The effect of one event of a step on the state of the run. */
export interface WriteFact {
  readonly seq: number
  readonly changes: readonly Change[]
}

/** The facts about one step in the history. Later visits come after earlier ones. */
export interface StepFacts {
  /** The title of the last task that the step opened, with its values; null before a task. */
  readonly taskTitle: string | null
  readonly attempts: readonly AttemptFact[]
  /** Rendered arguments of the last attempt, or the input of the run that the step started; undefined without any. */
  readonly with: Json | undefined
  /** LOOP: the list that the loop iterates over. */
  readonly list: readonly Json[] | undefined
  /** PARALLEL: the arguments of each item of the last visit, by index; null for an item without arguments. */
  readonly items: readonly Json[]
  readonly output: Json | undefined
  /** The response to an HTTP request. */
  readonly http: { readonly status: number; readonly headers: Json } | null
  readonly error: RunError | null
  readonly key: string | null
  readonly logs: readonly LogFact[]
  /** Writes of the last visit that wrote to the state. */
  readonly writes: readonly WriteFact[]
  /** The last visit, from its first event to its last; `to` is null while the visit goes on. */
  readonly visit: { readonly from: number; readonly to: number | null } | null
  readonly childRunIds: readonly string[]
  readonly decision: {
    readonly by: string
    readonly at: number
    readonly input: Json
    readonly reason: string | null
  } | null
}

interface Gathered {
  taskTitle: string | null
  attempts: AttemptFact[]
  with: Json | undefined
  list: StepFacts['list']
  items: Json[]
  output: Json | undefined
  http: StepFacts['http']
  error: RunError | null
  key: string | null
  logs: LogFact[]
  writes: WriteFact[]
  visit: StepFacts['visit']
  /** The visit of `writes`. */
  writing: number
  childRunIds: string[]
  decision: StepFacts['decision']
}

export function stepFacts(events: readonly RunEvent[], step: string): StepFacts {
  const facts: Gathered = {
    taskTitle: null,
    attempts: [],
    with: undefined,
    list: undefined,
    items: [],
    output: undefined,
    http: null,
    error: null,
    key: null,
    logs: [],
    writes: [],
    visit: null,
    writing: 0,
    childRunIds: [],
    decision: null,
  }
  for (const event of events) if ('step' in event && event.step === step) gather(facts, event)
  return facts
}

function gather(facts: Gathered, event: RunEvent): void {
  switch (event.type) {
    case 'workflow.node.started':
      begin(facts, event, false)
      if (facts.visit === null || facts.visit.to !== null) facts.visit = { from: event.seq, to: null }
      facts.with = event.payload.with
      if (event.attempt === 1) {
        facts.list = event.payload.items
        facts.items = []
      }
      facts.key = event.payload.key ?? facts.key
      facts.error = null
      break
    case 'workflow.node.progress':
      note(facts, event)
      if (event.payload.will_retry) close(facts, event.at, 'will_retry', event.payload.error ?? null)
      break
    case 'workflow.node.completed':
      close(facts, event.at, 'completed', event.payload.ignored_error ?? null)
      leave(facts, event.seq)
      facts.output = event.payload.output
      facts.http = (event.payload.http ?? null) as StepFacts['http']
      write(facts, event, event.payload.changes)
      break
    case 'workflow.node.failed':
      close(facts, event.at, 'failed', event.payload.error)
      leave(facts, event.seq)
      break
    case 'workflow.node.skipped':
      close(facts, event.at, 'skipped', null)
      leave(facts, event.seq)
      break
    case 'workflow.compensation.registered':
      facts.with = event.payload.with
      break
    case 'workflow.compensation.started':
      begin(facts, event, true)
      break
    case 'workflow.compensation.completed':
      close(facts, event.at, 'completed', null)
      break
    case 'workflow.compensation.failed':
      close(facts, event.at, event.payload.will_retry ? 'will_retry' : 'failed', event.payload.error)
      break
    case 'workflow.item.started':
      if (event.payload.with !== undefined) give(facts, event.item, event.payload.with)
      break
    case 'workflow.child.spawned':
      facts.childRunIds.push(event.payload.child_run_id)
      if (event.item === undefined) facts.with = event.payload.input
      else give(facts, event.item, event.payload.input)
      break
    case 'workflow.child.ended': {
      const { child_run_id, never_began, status, error = null } = event.payload
      if (!never_began) break
      facts.childRunIds = facts.childRunIds.filter((runId) => runId !== child_run_id)
      // A step that does not wait for it has completed.
      if (status === 'FAILED') facts.error = error
      break
    }
    case 'workflow.human_task.opened':
      if (event.item === undefined) facts.taskTitle = event.payload.title
      write(facts, event, event.payload.changes)
      break
    case 'workflow.human_task.decided': {
      const { actor, input, reason = null } = event.payload
      facts.decision = { by: actor.name ?? actor.id, at: event.at, input, reason }
    }
  }
}

/** Earlier items without arguments, or not started, keep their indexes. */
function give(facts: Gathered, item: number, given: Json): void {
  while (facts.items.length < item) facts.items.push(null)
  facts.items[item] = given
}

function begin(
  facts: Gathered,
  { iteration, attempt, at }: Pick<EventOf<'workflow.node.started'>, 'iteration' | 'attempt' | 'at'>,
  isUndo: boolean,
): void {
  facts.attempts.push({ iteration, attempt, isUndo, startedAt: at, endedAt: null, outcome: 'running', error: null })
}

function leave(facts: Gathered, seq: number): void {
  if (facts.visit !== null && facts.visit.to === null) facts.visit = { ...facts.visit, to: seq }
}

function note(facts: Gathered, event: EventOf<'workflow.node.progress'>): void {
  const { seq, at, iteration, attempt } = event
  const { note: text = '', fraction = null } = event.payload
  if (text !== '' || fraction !== null) facts.logs.push({ seq, at, iteration, attempt, fraction, text })
}

function write(
  facts: Gathered,
  { seq, iteration }: { readonly seq: number; readonly iteration: number },
  changes: readonly Change[] | undefined,
): void {
  if (changes === undefined || changes.length === 0) return
  if (iteration !== facts.writing) facts.writes = []
  facts.writing = iteration
  facts.writes.push({ seq, changes })
}

function close(facts: Gathered, at: number, outcome: AttemptFact['outcome'], error: RunError | null): void {
  const last = facts.attempts.at(-1)
  if (last && last.endedAt === null)
    facts.attempts[facts.attempts.length - 1] = { ...last, endedAt: at, outcome, error }
  if (error) facts.error = error
}

import { isCode } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { EventOf, RunEvent } from '#core/run/event.ts'
import type { Verdict } from '#core/run/words.ts'

/** An end of a run, and whether the run left the outside world as it was before. */
export interface Judged {
  readonly seq: number
  readonly status: string
  readonly verdict: Verdict
}

/** A child's verdict on its own end, from the child's own history. */
export type VerdictOfChild = (ended: EventOf<'workflow.child.ended'>['payload']) => Verdict

type Mark = 'undoable' | 'final'

/**
 * The verdict of each end of a run, by a second, sequential account of what the run has begun: external calls, which
 * are those with a key, and child runs. A mark stays unless the call was withdrawn before it began, or the child
 * reports that it left the world as it was. A child that outlives this run reports nothing. A run without marks is
 * safe. A run that has undone all it could is safe unless something it began cannot be undone. Neither the effects in
 * events nor any state of the run is read.
 */
export function verdictsOf(
  executable: ExecutableDefinition,
  history: readonly RunEvent[],
  ofChild: VerdictOfChild,
): readonly Judged[] {
  const account = new Account(executable, ofChild)
  for (const event of history) account.take(event)
  return account.judged
}

/** What a run has begun so far, and the verdicts of its ends. */
class Account {
  readonly judged: Judged[] = []
  readonly #executable: ExecutableDefinition
  readonly #ofChild: VerdictOfChild
  readonly #marks = new Map<string, Mark>()
  readonly #notUndone = new Set<string>()
  readonly #abandoned = new Set<string>()
  /** By step: the call that the step waits for, or the child run that may outlive this run. */
  readonly #calls = new Map<string, string>()
  readonly #mayOutlive = new Map<string, string>()
  /** Of code: commands that change the world, and registered compensations. */
  #commands = 0
  #changes = 0
  #registered = 0
  readonly #isCode: boolean
  #saga = false
  #rollingBack = false

  constructor(executable: ExecutableDefinition, ofChild: VerdictOfChild) {
    this.#executable = executable
    this.#ofChild = ofChild
    this.#isCode = isCode(executable.definition)
  }

  /** Scripts run in a sandbox without access to the outside world, and a step may declare that it has no effects. */
  #mark(id: string, name: string): void {
    if (this.#isCode) {
      this.#marks.set(id, 'final')
      return
    }
    const { effects, type, compensate_function } = this.#executable.step(name)
    if (effects !== 'none' && type !== 'SCRIPT') {
      this.#marks.set(id, this.#saga && compensate_function !== undefined ? 'undoable' : 'final')
    }
  }

  #call({ seq, step, payload }: EventOf<'workflow.node.started' | 'workflow.human_task.decided'>): void {
    if (payload.key === undefined) return
    this.#calls.set(step, `call ${seq}`)
    this.#mark(`call ${seq}`, step)
  }

  /** A command is one change, however often it is tried. */
  #takeCommand({ command, key }: EventOf<'workflow.node.started'>['payload']): void {
    if (command === undefined || command.n <= this.#commands) return
    this.#commands = command.n
    if (key !== undefined) this.#changes += 1
  }

  /** Keeps the mark of a child run: its effects so far count, however the child ends later. */
  #keep(child: string | undefined, seq: number): void {
    const known = child === undefined ? undefined : this.#marks.get(child)
    if (known !== undefined) this.#marks.set(`${child} ${seq}`, known)
  }

  #verdictAt({ type, payload }: EndEvent) {
    if (type === 'workflow.run.completed' || !this.#rollingBack) return this.#marks.size === 0
    const isLeft =
      payload.ended_by === undefined
        ? this.#notUndone.size + this.#abandoned.size > 0
        : payload.not_undone !== undefined
    if (isLeft) return false
    if (this.#isCode) return this.#marks.size === 0 || (this.#registered >= this.#changes && !this.#hasChildren())
    return ![...this.#marks.values()].includes('final')
  }

  /** Children that have not ended. */
  #hasChildren(): boolean {
    return [...this.#marks.keys()].some((id) => !id.includes(' '))
  }

  #end(event: EndEvent): void {
    const status = event.type === 'workflow.run.completed' ? 'COMPLETED' : event.payload.status
    this.judged.push({ seq: event.seq, status, verdict: this.#verdictAt(event) ? 'safe' : 'unsafe' })
    this.#rollingBack = false
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'workflow.run.created':
        this.#saga = event.payload.saga
        return
      case 'workflow.run.rolling_back':
        this.#rollingBack = true
        this.#notUndone.clear()
        if (!event.payload.again) this.#abandoned.clear()
        return
      case 'workflow.compensation.registered':
        this.#commands = event.payload.command.n
        this.#registered += 1
        return
      case 'workflow.node.started':
        this.#takeCommand(event.payload)
        this.#call(event)
        return
      case 'workflow.human_task.decided':
        this.#call(event)
        return
      case 'workflow.item.started':
        if (event.payload.key !== undefined) this.#mark(`call ${event.seq}`, event.step)
        return
      case 'workflow.node.skipped':
        if (event.payload.withdrawn) this.#marks.delete(this.#calls.get(event.step) ?? '')
        if (event.payload.reason === 'run_ended') this.#keep(this.#mayOutlive.get(event.step), event.seq)
        return
      case 'workflow.node.progress':
        if (event.payload.error !== undefined) this.#mayOutlive.delete(event.step)
        return
      case 'workflow.node.completed':
        this.#mayOutlive.delete(event.step)
        return
      case 'workflow.node.failed':
        this.#mayOutlive.delete(event.step)
        if (event.payload.abandoned) this.#abandoned.add(`${event.step} ${event.iteration}`)
        return
      case 'workflow.human_task.opened':
        this.#calls.delete(event.step)
        return
      case 'workflow.child.spawned':
      case 'workflow.child.retried':
        // The function's call has returned and asked for this child: a later withdrawal does not concern the call.
        this.#calls.delete(event.step)
        if (event.payload.abandon) this.#mayOutlive.set(event.step, event.payload.child_run_id)
        this.#mark(event.payload.child_run_id, event.step)
        return
      case 'workflow.child.ended': {
        const { child_run_id } = event.payload
        // The child may end once more; the effects before this end stay.
        if (this.#ofChild(event.payload) === 'unsafe') {
          this.#keep(child_run_id, event.seq)
          this.#changes += 1
        }
        this.#marks.delete(child_run_id)
        return
      }
      case 'workflow.compensation.failed':
        if (!event.payload.will_retry) this.#notUndone.add(`${event.step} ${event.iteration}`)
        return
      case 'workflow.run.completed':
      case 'workflow.run.failed':
      case 'workflow.run.cancelled':
        this.#end(event)
        return
      default:
    }
  }
}

type EndEvent = EventOf<'workflow.run.failed' | 'workflow.run.cancelled' | 'workflow.run.completed'>

const phases: { readonly [phase: string]: Verdict } = {
  FAILED_SAFE: 'safe',
  FAILED_SAFE_ACK: 'safe',
  FAILED_UNSAFE: 'unsafe',
  FAILED_UNSAFE_ACK: 'unsafe',
}

/** The mismatch between the phase of an ended run and its verdict; null if they agree. */
export function faultOfPhase(phase: string, judged: Judged | undefined): string | null {
  if (judged === undefined || judged.status === 'COMPLETED') return null
  const said = phases[phase]
  return said === judged.verdict ? null : `${phase}, and what it began makes that ${judged.verdict}`
}

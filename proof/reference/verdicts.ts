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
  const judged: Judged[] = []
  const marks = new Map<string, Mark>()
  const notUndone = new Set<string>()
  const abandoned = new Set<string>()
  /** By step: the call that the step waits for, or the child run that may outlive this run. */
  const calls = new Map<string, string>()
  const mayOutlive = new Map<string, string>()
  let saga = false
  let rollingBack = false

  /** Scripts run in a sandbox without access to the outside world, and a step may declare that it has no effects. */
  function mark(id: string, name: string): void {
    const { effects, type, compensate_function } = executable.step(name)
    if (effects !== 'none' && type !== 'SCRIPT') {
      marks.set(id, saga && compensate_function !== undefined ? 'undoable' : 'final')
    }
  }

  /** Keeps the mark of a child run: its effects so far count, however the child ends later. */
  function keep(child: string | undefined, seq: number): void {
    const known = child === undefined ? undefined : marks.get(child)
    if (known !== undefined) marks.set(`${child} ${seq}`, known)
  }

  function verdictAt({
    type,
    payload,
  }: EventOf<'workflow.run.failed' | 'workflow.run.cancelled' | 'workflow.run.completed'>) {
    if (type === 'workflow.run.completed' || !rollingBack) return marks.size === 0
    const isLeft =
      payload.ended_by === undefined ? notUndone.size + abandoned.size > 0 : payload.not_undone !== undefined
    return !isLeft && ![...marks.values()].includes('final')
  }

  function end(event: Parameters<typeof verdictAt>[0]): void {
    const status = event.type === 'workflow.run.completed' ? 'COMPLETED' : event.payload.status
    judged.push({ seq: event.seq, status, verdict: verdictAt(event) ? 'safe' : 'unsafe' })
    rollingBack = false
  }

  function take(event: RunEvent): void {
    switch (event.type) {
      case 'workflow.run.created':
        saga = event.payload.saga
        return
      case 'workflow.run.rolling_back':
        rollingBack = true
        notUndone.clear()
        if (!event.payload.again) abandoned.clear()
        return
      case 'workflow.node.started':
      case 'workflow.human_task.decided':
        if (event.payload.key === undefined) return
        calls.set(event.step, `call ${event.seq}`)
        mark(`call ${event.seq}`, event.step)
        return
      case 'workflow.item.started':
        if (event.payload.key !== undefined) mark(`call ${event.seq}`, event.step)
        return
      case 'workflow.node.skipped':
        if (event.payload.withdrawn) marks.delete(calls.get(event.step) ?? '')
        if (event.payload.reason === 'run_ended') keep(mayOutlive.get(event.step), event.seq)
        return
      case 'workflow.node.progress':
        if (event.payload.error !== undefined) mayOutlive.delete(event.step)
        return
      case 'workflow.node.completed':
        mayOutlive.delete(event.step)
        return
      case 'workflow.node.failed':
        mayOutlive.delete(event.step)
        if (event.payload.abandoned) abandoned.add(`${event.step} ${event.iteration}`)
        return
      case 'workflow.human_task.opened':
        calls.delete(event.step)
        return
      case 'workflow.child.spawned':
      case 'workflow.child.retried':
        // The function's call has returned and asked for this child: a later withdrawal does not concern the call.
        calls.delete(event.step)
        if (event.payload.abandon) mayOutlive.set(event.step, event.payload.child_run_id)
        mark(event.payload.child_run_id, event.step)
        return
      case 'workflow.child.ended': {
        const { child_run_id } = event.payload
        // The child may end once more; the effects before this end stay.
        if (ofChild(event.payload) === 'unsafe') keep(child_run_id, event.seq)
        marks.delete(child_run_id)
        return
      }
      case 'workflow.compensation.failed':
        if (!event.payload.will_retry) notUndone.add(`${event.step} ${event.iteration}`)
        return
      case 'workflow.run.completed':
      case 'workflow.run.failed':
      case 'workflow.run.cancelled':
        end(event)
        return
      default:
    }
  }

  for (const event of history) take(event)
  return judged
}

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

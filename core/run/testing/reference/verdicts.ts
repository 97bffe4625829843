import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { EventOf, RunEvent, Verdict } from '../../event.ts'

/** An end of a run, and whether the world was then as it was before the run. */
export interface Judged {
  readonly seq: number
  readonly status: string
  readonly verdict: Verdict
}

/** The verdict of a child on its own end, by its own history. */
export type VerdictOfChild = (ended: EventOf<'workflow.child.ended'>['payload']) => Verdict

type Mark = 'undoable' | 'final'

/**
 * The verdict of each end of a run, by a second, sequential account of what the run has begun: each external call, which is
 * what carries a key, and each run below. A mark stays unless nobody had begun the call, or the run below says that it has
 * left the world as it was. Without marks a run is safe; one that has undone all that it could is safe unless something
 * that it began cannot be undone. Neither what the events say of effects nor any state of the run is asked.
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
  /** By step: its latest call. */
  const calls = new Map<string, string>()
  let saga = false
  let rollingBack = false

  /** Nothing within a sandbox reaches the world, and a step may say that it has no effects. */
  function mark(id: string, name: string): void {
    const { effects, type, compensate_function } = executable.step(name)
    if (effects !== 'none' && type !== 'SCRIPT') {
      marks.set(id, saga && compensate_function !== undefined ? 'undoable' : 'final')
    }
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
        return
      case 'workflow.node.failed':
        if (event.payload.abandoned) abandoned.add(`${event.step} ${event.iteration}`)
        return
      case 'workflow.child.spawned':
      case 'workflow.child.retried':
        mark(event.payload.child_run_id, event.step)
        return
      case 'workflow.child.ended': {
        const { child_run_id } = event.payload
        const known = marks.get(child_run_id)
        marks.delete(child_run_id)
        // It may end once more: what it did before that stays.
        if (known !== undefined && ofChild(event.payload) === 'unsafe') marks.set(`${child_run_id} ${event.seq}`, known)
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

/** Where the phase of a run that has ended is not what its verdict makes of it; null if all is well. */
export function faultOfPhase(phase: string, judged: Judged | undefined): string | null {
  if (judged === undefined || judged.status === 'COMPLETED') return null
  const said = phases[phase]
  return said === judged.verdict ? null : `${phase}, and what it began makes that ${judged.verdict}`
}

import type { Tone } from '#components/ui/layout/tone.ts'
import type { RunEvent } from '#core/run/event.ts'
import { runTimelineTexts } from '../../../texts/run-timeline.ts'
import { childWaitTarget } from '../../step/wait-target.ts'
import type { Bar } from './spans.ts'

type Begun = Omit<Bar, 'from' | 'to'>

/** The bar that begins with an event, on the line of its step or item; null for other events. */
export function beginning(event: RunEvent): Begun | null {
  switch (event.type) {
    case 'workflow.node.started': {
      const { count, body, queue } = event.payload
      if (queue !== undefined)
        return { ...working(event.attempt), tone: 'async', label: atWorkers(event.attempt, queue) }
      if (body !== undefined) return { ...working(event.attempt), kind: 'around', label: runTimelineTexts.looping }
      if (count === undefined) return working(event.attempt)
      return { ...working(event.attempt), kind: 'around', label: `×${count}` }
    }
    case 'workflow.item.started':
      return working(event.attempt)
    case 'workflow.node.progress':
      return event.payload.will_retry
        ? { ...waiting('async', runTimelineTexts.waitingToRetry), attempt: event.attempt }
        : null
    case 'workflow.item.failed':
      return event.payload.will_retry
        ? { ...waiting('async', runTimelineTexts.waitingToRetry), attempt: event.attempt }
        : null
    case 'workflow.human_task.opened':
      return waiting('human', runTimelineTexts.waitingForPerson)
    case 'workflow.human_task.decided':
      return event.payload.key === undefined ? null : { ...working(1), label: runTimelineTexts.processingResponse }
    case 'workflow.timer.set':
      return event.payload.purpose === 'wait' ? waiting('async', runTimelineTexts.waitingForItsTime) : null
    case 'workflow.signal.awaited':
      return waiting('human', runTimelineTexts.waitingForSignal(event.payload.signal))
    case 'workflow.child.spawned':
      return event.payload.detached ? null : below(event.payload.workflow)
    case 'workflow.child.retried':
      return below(event.payload.workflow)
    case 'workflow.child.waits_changed':
      return event.payload.waits.count > 0
        ? waiting('human', runTimelineTexts.waitingForInSubWorkflow(childWaitTarget(event.payload.waits)))
        : below(event.payload.waits.oldest?.workflow ?? 'Sub-workflow')
    case 'workflow.compensation.started':
      return { ...working(event.attempt), tone: 'undone', label: runTimelineTexts.undoing }
    default:
      return null
  }
}

function working(attempt: number): Begun {
  return {
    tone: 'active',
    kind: 'work',
    label: attempt > 1 ? runTimelineTexts.attempt(attempt) : runTimelineTexts.running,
    attempt,
  }
}

/** The words for a step at the workers. The history does not have the time of the claim. */
function atWorkers(attempt: number, queue: string): string {
  return runTimelineTexts.toWorkersOf(attempt > 1 ? runTimelineTexts.attemptSent(attempt) : 'Sent', queue)
}

function waiting(tone: Tone, label: string): Begun {
  return { tone, kind: 'wait', label, attempt: 1 }
}

/** The bar of a running sub-workflow. */
function below(workflow: string): Begun {
  return { tone: 'child', kind: 'work', label: workflow, attempt: 1 }
}

interface Ending {
  /** The result of the attempt; a wait keeps its colour. */
  readonly tone?: Tone
  /** The visit ends, not only the bar. */
  readonly isLast: boolean
}

/** The end of a bar by an event; null for other events. */
export function ending(event: RunEvent): Ending | null {
  switch (event.type) {
    case 'workflow.node.completed':
      return { tone: event.payload.ignored_error ? 'failed' : 'done', isLast: true }
    case 'workflow.item.completed':
      return { tone: 'done', isLast: true }
    case 'workflow.node.failed':
      return { tone: 'failed', isLast: true }
    case 'workflow.item.failed':
      return { tone: 'failed', isLast: !event.payload.will_retry }
    case 'workflow.node.progress':
      return event.payload.will_retry ? { tone: 'failed', isLast: false } : null
    case 'workflow.node.skipped':
      return { tone: 'idle', isLast: true }
    case 'workflow.compensation.completed':
      return { isLast: true }
    case 'workflow.compensation.failed':
      return { tone: 'failed', isLast: !event.payload.will_retry }
    case 'workflow.human_task.decided':
    case 'workflow.human_task.closed':
      return { isLast: false }
    case 'workflow.child.ended':
      if (event.payload.never_began) return null
      return { tone: event.payload.status === 'COMPLETED' ? 'done' : 'failed', isLast: false }
    default:
      return null
  }
}

export const endsRun = ({ type }: RunEvent) =>
  type === 'workflow.run.completed' || type === 'workflow.run.failed' || type === 'workflow.run.cancelled'

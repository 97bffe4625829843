import type { RunEvent } from '#core/run/event.ts'
import type { Arrived } from './arrivals.ts'

const ends: readonly RunEvent['type'][] = ['workflow.run.failed', 'workflow.run.cancelled', 'workflow.run.completed']

/**
 * What a person's verb was about, by the event that it left, if that began after the verb had arrived: its sender had not
 * seen it. Null when all is well, and for verbs that mean a run however it stands.
 */
export function beganAfterSending(done: RunEvent, arrived: Arrived, history: readonly RunEvent[]): string | null {
  const before = history.slice(0, done.seq - 1)
  const began = beganAt(done, before)
  return began !== undefined && began.at > arrived.at ? `${began.type} (event ${began.seq})` : null
}

function beganAt(done: RunEvent, before: readonly RunEvent[]): RunEvent | undefined {
  switch (done.type) {
    case 'workflow.run.resumed':
      return before.findLast(({ type }) => type === 'workflow.run.paused')
    case 'workflow.run.stepped':
      return before.findLast(({ type }) => type === 'workflow.run.stepped')
    case 'workflow.run.retried':
    case 'workflow.run.acknowledged':
      return before.findLast(({ type }) => ends.includes(type))
    case 'workflow.run.rolling_back':
      return done.payload.again ? before.findLast(({ type }) => ends.includes(type)) : undefined
    case 'workflow.node.overridden': {
      const { step, iteration } = done
      // A visit that is tried again began with its first try.
      return before.find(
        (event) => event.type === 'workflow.node.started' && event.step === step && event.iteration === iteration,
      )
    }
    default:
      return undefined
  }
}

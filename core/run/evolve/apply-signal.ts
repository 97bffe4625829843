import { queuedSignals } from '../signals.ts'
import type { Appliers } from './appliers.ts'
import { waitBase } from './apply-wait.ts'
import { enter } from './enter.ts'

/** Events of signals, which are queued until they are read, in the order of their arrival. */
export const signalAppliers = {
  'workflow.signal.received': (nextState, event) => {
    const { signal, data } = event.payload
    if (event.step !== undefined) return
    nextState.signals = { ...nextState.signals, [signal]: [...queuedSignals(nextState, signal), data] }
    const { envelope } = nextState
    // A signal may make a condition true.
    if (envelope !== undefined && nextState.phase === 'BLOCKED_WAITING')
      nextState.envelope = { ...envelope, due: event.seq }
  },
  'workflow.signal.awaited': (nextState, event) => {
    const { signal } = event.payload
    enter(nextState, event.step, {
      ...waitBase(nextState, event.step),
      status: 'waiting_signal',
      since: event.at,
      signal,
    })
  },
  'workflow.signal.taken': (nextState, event) => {
    const { signal, place } = event.payload
    const left = queuedSignals(nextState, signal).filter((_, index) => index !== place)
    const { [signal]: _, ...others } = nextState.signals
    nextState.signals = left.length === 0 ? others : { ...others, [signal]: left }
  },
} satisfies Partial<Appliers>

import { queuedSignals } from '../signals.ts'
import type { Appliers } from './appliers.ts'
import { waitBase } from './apply-wait.ts'
import { enter } from './enter.ts'

/** Events of signals, which are queued until they are read, in the order of their arrival. */
export const signalAppliers = {
  'workflow.signal.received': (draft, event) => {
    const { signal, data } = event.payload
    if (event.step !== undefined) return
    draft.signals = { ...draft.signals, [signal]: [...queuedSignals(draft, signal), data] }
  },
  'workflow.signal.awaited': (draft, event) => {
    const { signal } = event.payload
    enter(draft, event.step, { ...waitBase(draft, event.step), status: 'waiting_signal', since: event.at, signal })
  },
  'workflow.signal.taken': (draft, event) => {
    const { signal, place } = event.payload
    const left = queuedSignals(draft, signal).filter((_, index) => index !== place)
    const { [signal]: _, ...others } = draft.signals
    draft.signals = left.length === 0 ? others : { ...others, [signal]: left }
  },
} satisfies Partial<Appliers>

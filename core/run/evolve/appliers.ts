import type { EventOf, RunEventType } from '../event.ts'
import type { MutableState } from './mutable-state.ts'

/** The change of each event to a draft. */
export type Appliers = { readonly [Type in RunEventType]: (nextState: MutableState, event: EventOf<Type>) => void }

import type { EventOf, RunEventType } from '../event.ts'
import type { Draft } from './draft.ts'

/** The change of each event to a draft. */
export type Appliers = { readonly [Type in RunEventType]: (draft: Draft, event: EventOf<Type>) => void }

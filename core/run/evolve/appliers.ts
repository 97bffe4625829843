import type { EventOf, RunEventType } from '../event.ts'
import type { Draft } from './draft.ts'

/** What each event does to a draft. */
export type Appliers = { readonly [Type in RunEventType]: (draft: Draft, event: EventOf<Type>) => void }

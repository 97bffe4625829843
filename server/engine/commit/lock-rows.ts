import type { LocksOf } from '#core/run/envelope/locks-of.ts'
import type { RunState } from '#core/run/state.ts'
import type { AppendRows } from './append.ts'

type LockRows = Pick<AppendRows, 'locksRequested' | 'locksWithdrawn' | 'locksHeld' | 'locksEnded' | 'watches'>

const none: LockRows = {}

/**
 * The locks under which the events of a decision happened. A lock whose loss is among these events is none of them, so
 * that the loss itself can be recorded.
 */
export function locksHeld(before: RunState, after: RunState): Pick<AppendRows, 'locksHeld'> {
  const { envelope, phase, rollback, outcome, header } = before
  if (envelope?.tokens === undefined || envelope.released) return none
  if (phase !== 'RUNNING' || rollback !== null || outcome !== null) return none
  const left = after.envelope?.tokens ?? {}
  const held = Object.entries(envelope.tokens).filter(([resource, token]) => left[resource] === token)
  if (held.length === 0) return none
  return { locksHeld: held.map(([resource, token]) => ({ ownerId: header.owner_id, resource, token })) }
}

/** The rows of the lock manager that follow from a decision about a run with an envelope. */
export function lockRows(before: RunState, after: RunState, locksOf: (state: RunState) => LocksOf): LockRows {
  const isSame = before.envelope === after.envelope && before.outcome === after.outcome && before.phase === after.phase
  // A run without its locks takes them again as soon as its wait for people is over.
  if (isSame && after.envelope?.released === undefined) return none
  const had = locksOf(before)
  const has = locksOf(after)
  const { owner_id: ownerId, root_run_id: rootRunId, priority } = after.header
  const isNew = has.request !== null && has.request.request !== had.request?.request
  // A granted request has left the queue by its grant.
  const isWithdrawn = had.request !== null && has.request === null && has.holds !== 'held'
  const resources = [...new Set([...Object.keys(before.envelope?.tokens ?? {}), ...(had.request?.resources ?? [])])]
  // The request of a run that ends may have been granted already, also where the run has not read so.
  const hadSome = had.request !== null || had.holds !== 'none'
  const hasEnded = hadSome && has.request === null && has.holds !== 'held' && had.holds !== has.holds
  const isCancelled = isWithdrawn && has.holds === 'none'
  const watches = had.watches.join('\n') === has.watches.join('\n') ? null : { ownerId, resources: has.watches }
  return {
    ...(isNew && has.request !== null && { locksRequested: [{ ownerId, rootRunId, priority, ...has.request }] }),
    ...(isWithdrawn && { locksWithdrawn: [had.request?.request ?? 0] }),
    ...((hasEnded || isCancelled) && { locksEnded: [{ ownerId, resources, quarantine: has.holds === 'quarantined' }] }),
    ...(watches !== null && { watches: [watches] }),
  }
}

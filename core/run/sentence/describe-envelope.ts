import { isSlotName, resourceWords } from '#core/definition/concurrency.ts'
import type { EventOf } from '../event.ts'
import type { PhaseChange } from '../events/envelope-event.ts'
import type { ActorRef } from '../words.ts'
import { listed } from './duration.ts'
import { withFullStop } from './parts.ts'

type PhaseChanged = EventOf<'workflow.phase.changed'>

/** A change of phase in words: what happened, not the name of the phase. */
export function describePhase({ payload }: PhaseChanged): string {
  return describers[payload.event](payload)
}

const describers: { readonly [Word in PhaseChange['event']]: (change: PhaseChange) => string } = {
  Validate: ({ result, reasons = [] }) =>
    result === 'valid' ? 'The input is valid.' : `The input is invalid: ${withFullStop(reasons.join('; '))}`,
  Conditions: ({ result, conditions = [], error }) => {
    if (error !== undefined) return withFullStop(error.message)
    if (result === 'true')
      return conditions.length === 0 ? 'The run waits for no condition.' : 'All conditions are true.'
    return `The run waits for ${listed(conditions.filter(({ value }) => !value).map(({ name }) => name))}.`
  },
  Discover: () => 'The resources are being discovered.',
  Discovered: ({ resources = [], error }) => {
    if (error !== undefined) return `The resources could not be discovered: ${withFullStop(error.message)}`
    return resources.length === 0
      ? 'The run needs no resources.'
      : `The run needs ${listed(resources.map(resourceWords))}.`
  },
  Lock: ({ to }) =>
    to === 'LOCKING' ? 'The run tries to lock its resources.' : 'The run is in the queue for its locks.',
  Unlock: ({ retry_note, error }) => withFullStop(error?.message ?? retry_note ?? 'The locks are not free'),
  Run: ({ to, tokens = {} }) => {
    if (to === 'RUNNING') return 'The steps start.'
    const names = Object.keys(tokens)
    return names.length === 0
      ? 'There is nothing to lock.'
      : `The run has ${names.every(isSlotName) ? 'taken' : 'locked'} ${listed(names.map(resourceWords))}.`
  },
  error: ({ error }) =>
    `The steps ended with an error${error === undefined ? '.' : `: ${withFullStop(error.message)}`}`,
  timeout: ({ error }) => withFullStop(error?.message ?? 'The time limit is over'),
  success: ({ to, not_undone = [] }) => {
    if (to === 'COMPLETED') return 'All steps succeeded.'
    return to === 'FAILED_SAFE' ? 'The world is as it was before the run.' : `Not undone: ${listed(not_undone)}.`
  },
  canRollback: ({ result, not_undoable = [] }) =>
    result === 'yes' ? 'The run can be rolled back.' : `The run cannot be rolled back: ${listed(not_undoable)}.`,
  Rollback: () => 'The rollback succeeded, and the world is as it was before the run.',
  Acknowledge: ({ result, actor, note }) =>
    `${result === 'auto' || actor === undefined ? 'The engine' : nameOf(actor)} closed the run${note === undefined ? '.' : `: ${withFullStop(note)}`}`,
  Cancel: () => 'The run was cancelled before its first step.',
  Retry: () => 'The run is ready for another attempt.',
}

function nameOf({ id, name }: ActorRef): string {
  return name ?? id
}

export function describeChecked({ payload: { conditions } }: EventOf<'workflow.conditions.checked'>): string {
  if (conditions === undefined) return 'The conditions were checked again: nothing has changed.'
  const left = conditions.filter(({ value }) => !value)
  return `The conditions were checked: the run still waits for ${listed(left.map(({ name }) => name))}.`
}

import type { Rollback } from '../state.ts'
import type { DecidedStep, Undo } from '../step-state.ts'
import type { Appliers } from './appliers.ts'
import { forgetRounds } from './apply-loop.ts'
import type { Draft } from './draft.ts'
import { phaseAfter } from './phase.ts'

/** Events of the compensations of a saga. */
export const compensationAppliers = {
  'workflow.compensation.started': (draft, event) => {
    const { step, iteration, attempt } = event
    draft.phase = phaseAfter('compensating')
    change(draft, { current: { step, iteration, attempt, key: event.payload.key } })
  },
  'workflow.compensation.completed': (draft, event) => {
    draft.phase = phaseAfter('compensating')
    change(draft, { current: null })
    draft.undo = without(draft.undo, event)
    if (event.payload.outcome === 'noop') return
    const before = draft.steps[event.step] as DecidedStep
    if (before.iteration === event.iteration) {
      const { fan: _, ...rest } = before
      draft.steps[event.step] = { ...rest, undone: true }
    }
    forgetRounds(draft, event.step)
  },
  'workflow.compensation.failed': (draft, event) => {
    if (event.payload.will_retry) return
    const tried = draft.undo.filter((entry) => isOf(entry, event))
    const failed = tried.map((entry) => ({ ...entry, attempts: event.attempt }))
    change(draft, { current: null, notUndone: [...failed, ...(draft.rollback as Rollback).notUndone] })
    draft.undo = without(draft.undo, event)
  },
} satisfies Partial<Appliers>

function change(draft: Draft, changes: Partial<Rollback>): void {
  draft.rollback = { ...(draft.rollback as Rollback), ...changes }
}

interface Visited {
  readonly step: string
  readonly iteration: number
}

function without(undo: readonly Undo[], visit: Visited): readonly Undo[] {
  return undo.filter((entry) => !isOf(entry, visit))
}

function isOf(entry: Undo, visit: Visited): boolean {
  return entry.step === visit.step && entry.iteration === visit.iteration
}

import type { Rollback } from '../state.ts'
import type { DecidedStep, Undo } from '../step-state.ts'
import type { Appliers } from './appliers.ts'
import { forgetRounds } from './apply-loop.ts'
import type { MutableState } from './mutable-state.ts'
import { turnTo } from './phase.ts'

/** Events of the compensations of a saga. */
export const compensationAppliers = {
  'workflow.compensation.registered': (nextState, { step, iteration, payload }) => {
    const undo = { step, iteration, result: null, with: payload.with, attempts: 0 }
    nextState.undo = [...nextState.undo, undo]
  },
  'workflow.compensation.started': (nextState, event) => {
    const { step, iteration, attempt } = event
    if (!nextState.rollback?.again) turnTo(nextState, 'compensating')
    change(nextState, { current: { step, iteration, attempt, key: event.payload.key } })
  },
  'workflow.compensation.completed': (nextState, event) => {
    if (!nextState.rollback?.again) turnTo(nextState, 'compensating')
    change(nextState, { current: null })
    nextState.undo = without(nextState.undo, event)
    if (event.payload.outcome === 'noop') return
    forgetEffects(nextState, event.step)
    const before = nextState.steps[event.step] as DecidedStep | undefined
    if (before?.iteration === event.iteration) {
      const { fan: _, ...rest } = before
      nextState.steps[event.step] = { ...rest, undone: true }
    }
    forgetRounds(nextState, event.step)
  },
  'workflow.compensation.failed': (nextState, event) => {
    if (event.payload.will_retry) return
    const tried = nextState.undo.filter((entry) => isOf(entry, event))
    const failed = tried.map((entry) => ({ ...entry, attempts: event.attempt }))
    change(nextState, { current: null, notUndone: [...failed, ...(nextState.rollback as Rollback).notUndone] })
    nextState.undo = without(nextState.undo, event)
  },
} satisfies Partial<Appliers>

/** Notes that a compensation has succeeded, and that its step no longer counts as changing the world. */
function forgetEffects(nextState: MutableState, step: string): void {
  const { envelope } = nextState
  if (envelope === undefined) return
  change(nextState, { undid: true })
  if (nextState.undo.some((undo) => undo.step === step)) return
  const { [step]: _, ...touched } = envelope.touched
  nextState.envelope = { ...envelope, touched }
}

function change(nextState: MutableState, changes: Partial<Rollback>): void {
  nextState.rollback = { ...(nextState.rollback as Rollback), ...changes }
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

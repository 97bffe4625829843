import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import type { Pins } from '#core/definition/test-run/test-plan.ts'
import type { ScopeTypes } from '#core/expression/check/types.ts'
import { type Json, type JsonObject, type JsonSchema, objectOf } from '#core/json.ts'
import { withValues } from '#core/run/payload/payload-ref.ts'
import type { FoundStep } from '../../algorithms/steps/find-step.ts'
import { sampleForm } from './sample-form.ts'
import { inputOfStep, mentioned } from './step-values.ts'
import type { TrialState } from './trial-store.ts'

/** The data known before the user tries a step. */
export interface BeforeTrying {
  readonly trial: TrialState
  readonly found: FoundStep | null
  readonly schema: JsonObject | undefined
  /** The list element, for a step within a loop. */
  readonly element: Json | undefined
}

interface WhatItFinds {
  /** The values that the form asks for. */
  readonly given: JsonObject
  /** Outputs of earlier steps, with their other pinned data. */
  readonly steps: Pins
  /** The source of the values, with large values as references. */
  readonly madeOf: Json
}

/**
 * The prefilled values: from the shown run and the pins; without any, from a sample or the schema. `values`: large
 * values of that run, by hash.
 */
export function whatItFinds(before: BeforeTrying, values?: ReadonlyMap<string, Json>): WhatItFinds {
  const { trial, found, schema, element } = before
  const { shown, pins, samples } = trial
  const empty = samples[0]?.input ?? objectOf(schema ? initialValue(schema, false) : {})
  const { input, given, written } =
    shown === null || found === null
      ? { input: empty, given: { state: empty, steps: {} }, written: [] }
      : inputOfStep(shown.events, found.step.name, values)
  const steps = mentioned(found?.step, { ...given.steps, ...pins })
  const isInLoop = found?.within.some(({ type }) => type === 'LOOP') === true
  const item = isInLoop ? { item: element ?? null } : {}
  const outputs = Object.keys(steps).length === 0 ? {} : { outputs: outputsOf(steps) }
  const all = { ...item, state: given.state ?? {}, ...outputs, input }
  return {
    steps,
    given: values ? (withValues(all, values) as JsonObject) : all,
    madeOf: [all, written, steps as unknown as Json],
  }
}

/** The schema of the form for the given values. */
export function formFor(types: ScopeTypes | null, input: JsonSchema | undefined, given: JsonObject): JsonSchema {
  const known = types?.steps.kind === 'object' ? types.steps.fields : {}
  const outputs = Object.keys(objectOf(given.outputs)).map((step) => {
    const type = known[step]
    return [step, type?.kind === 'object' ? type.fields.output : undefined] as const
  })
  return sampleForm({ state: types?.state, item: types?.item, outputs: Object.fromEntries(outputs), input }, given)
}

const outputsOf = (pins: Pins): JsonObject =>
  Object.fromEntries(Object.entries(pins).map(([step, { output }]) => [step, output]))

/** Pins from the edited outputs, with their other pinned data. */
export const pinsOf = (outputs: JsonObject, before: Pins): Pins =>
  Object.fromEntries(Object.entries(outputs).map(([step, output]) => [step, { ...before[step], output }]))

import type { RunDetail } from '#components/api/models.ts'
import { sampleOfSchema } from '#components/ui/schema-form/sample-of-schema.ts'
import type { Scope } from '#core/expression/scope.ts'
import { type Json, type JsonSchema, objectOf } from '#core/json.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import { modelTexts } from '../../texts/model.ts'
import { foundBy } from './step-values.ts'

/** Values for trying an expression while the user writes it. */
export interface Sample {
  /** The source of the values, in a word or two for users. */
  readonly origin: string
  readonly scope: Scope
}

/**
 * The values that the expressions of a step could read in a run: the state at its start, plus its own output for
 * expressions evaluated after the step. Without a step, or if the run did not reach it: the state at the end of the
 * run.
 */
export function sampleOfRun(run: RunDetail, step: string | null): Sample {
  const end = fold(initialState(), run.events)
  const { data, outputs } = step === null ? end : foundBy(run.events, step)
  const own = Object.entries(end.outputs).filter(([name]) => name === step)
  const steps = { ...outputs, ...Object.fromEntries(own) }
  const facts = {
    id: run.runId,
    workflow: run.workflow,
    version: run.version,
    root_run_id: run.rootRunId,
    parent_run_id: run.parentRunId,
    created_at: Date.parse(run.createdAt),
    attempt: 1,
    tags: run.tags,
  }
  return { origin: modelTexts.lastRun, scope: { input: run.input, state: data, steps, run: facts } }
}

/**
 * Made-up values for a workflow that has not run yet: an input that fits its schema, and a state that begins as this
 * input.
 */
export function sampleOfInput(name: string, schema: JsonSchema | undefined): Sample {
  const input: Json = schema === undefined ? {} : sampleOfSchema(schema)
  const run = {
    id: 'a run',
    workflow: name,
    version: 1,
    root_run_id: modelTexts.run,
    parent_run_id: null,
    attempt: 1,
    tags: [],
  }
  return { origin: modelTexts.sampleInput, scope: { input, state: objectOf(input), steps: {}, run } }
}

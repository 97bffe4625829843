import { stepFacts } from '#components/runs/run/step/step-facts.ts'
import type { Definition } from '#core/definition/definition.ts'
import type { PinnedOutput, TestInput } from '#core/definition/test-run/test-plan.ts'
import { type Json, type JsonObject, objectOf } from '#core/json.ts'
import { type DisplayStatus, displayStatusOf } from '#core/run/display-status.ts'
import type { RunEvent } from '#core/run/event.ts'
import { rewriteData } from '#core/run/evolve/data.ts'
import { mutableStateOf } from '#core/run/evolve/mutable-state.ts'
import { fold } from '#core/run/evolve.ts'
import { withValues } from '#core/run/payload/payload-ref.ts'
import { initialState, type RunState } from '#core/run/state.ts'
import type { RunError } from '#core/run/words.ts'

/** The input and output of one step in a run. */
export interface StepValue {
  readonly runId: string
  /** The executed definition, compared with the draft to detect stale values. */
  readonly ran: Definition
  readonly displayStatus: DisplayStatus
  /** Rendered arguments; undefined where the step has none. */
  readonly input: Json | undefined
  readonly output: Json | undefined
  readonly http: Json | undefined
  readonly error: RunError | null
  readonly startedAt: number
  readonly tookMs: number | null
  readonly pinned: boolean
  /** The step's progress notes. */
  readonly notes: readonly string[]
  /** A step before it was run again since. */
  readonly outdated: boolean
}

/** The values of every step that the run has come to. */
export function stepValues(
  runId: string,
  ran: Definition,
  events: readonly RunEvent[],
): Readonly<Record<string, StepValue>> {
  const byStep = Map.groupBy(events, (event) => ('step' in event ? event.step : undefined))
  const state = fold(initialState(), events)
  const values: Record<string, StepValue> = {}
  for (const [step, own] of byStep) {
    if (step === undefined) continue
    const { attempts, with: input, output, error } = stepFacts(own, step)
    const last = attempts.at(-1)
    if (last === undefined) continue
    const completed = own.findLast((event) => event.type === 'workflow.node.completed')
    values[step] = {
      runId,
      ran,
      displayStatus: displayStatusOf(state, step),
      input,
      output,
      http: completed?.payload.http,
      error: last.outcome === 'failed' ? error : null,
      startedAt: last.startedAt,
      tookMs: last.endedAt === null ? null : last.endedAt - last.startedAt,
      pinned: completed?.payload.pinned === true,
      notes: own.flatMap((event) =>
        event.type === 'workflow.node.progress' && event.payload.note !== undefined ? [event.payload.note] : [],
      ),
      outdated: false,
    }
  }
  return values
}

interface StepInput {
  readonly input: JsonObject
  readonly given: TestInput
  /** The writes of steps to the state, from the history. */
  readonly written: readonly Json[]
}

/** The state of a run that a step found when it last started; without a run of it, the one at the end. */
export function foundBy(events: readonly RunEvent[], step: string): RunState {
  const at = events.findLastIndex(
    (event) => event.type === 'workflow.node.started' && event.step === step && event.attempt === 1,
  )
  return fold(initialState(), at === -1 ? events : events.slice(0, at))
}

/**
 * The situation of a step at its start, to run the step alone. If the run did not reach the step: the end of the run.
 * `values`: large values, by hash.
 */
export function inputOfStep(
  events: readonly RunEvent[],
  step: string,
  values: ReadonlyMap<string, Json> = new Map(),
): StepInput {
  const shown = foundBy(events, step)
  const { header, data, outputs } = values.size === 0 ? shown : wholeState(shown, values)
  const steps = Object.entries(outputs).filter(([name]) => name !== step)
  const given = { state: data, steps: Object.fromEntries(steps) }
  return { input: objectOf(header.input), given, written: writtenIn(shown) }
}

/** A state with large values in it: what steps wrote into one, they wrote beside its reference. */
function wholeState(state: RunState, values: ReadonlyMap<string, Json>): RunState {
  const { header, outputs, writes } = state
  const whole = withValues({ input: header.input, outputs, writes } as unknown as Json, values)
  const { input, ...rest } = whole as unknown as Pick<RunState, 'outputs' | 'writes'> & { readonly input: Json }
  const draft = { ...mutableStateOf(state), ...rest, header: { ...header, input } }
  rewriteData(draft)
  return draft
}

const writtenIn = ({ writes }: RunState): readonly Json[] =>
  Object.values(writes).flatMap((of) => of.map(({ value }) => value))

/** The steps whose outputs a step's text mentions; the others would only fill the form. */
export function mentioned(
  step: unknown,
  outputs: Readonly<Record<string, PinnedOutput>>,
): Readonly<Record<string, PinnedOutput>> {
  const text = JSON.stringify(step)
  return Object.fromEntries(
    Object.entries(outputs).filter(
      ([name]) =>
        text.includes(`steps.${name}`) || text.includes(`steps[\\"${name}\\"]`) || text.includes(`steps['${name}']`),
    ),
  )
}

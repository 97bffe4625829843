import { createStore } from 'zustand/vanilla'
import type { Definition } from '#core/definition/definition.ts'
import { type Staleness, staleSteps, stepsAfter } from '#core/definition/test-run/stale-steps.ts'
import type { PinnedOutput, Pins, TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { JsonObject } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { HumanWaits } from '#core/run/words.ts'
import type { StepValue } from './step-values.ts'

export interface SampleInput {
  readonly name: string
  readonly input: JsonObject
}

/** The kind of test whose input is being asked for. */
export type Asking =
  | { readonly mode: 'whole' }
  | { readonly mode: 'until'; readonly step: string }
  | { readonly mode: 'step'; readonly step: string }

/** The run whose values are on the canvas. */
export interface ShownRun {
  readonly runId: string
  readonly plan: TestPlan | null
  readonly version: number
  readonly status: string
  readonly humanWait: HumanWaits | null
  readonly endedAt: string | null
  readonly createdAt: string
  readonly input: JsonObject
  readonly events: readonly RunEvent[]
  readonly ran: Definition
}

/** The trial state of a node; kept by step, so that a change renders one node. */
export interface TrialMark {
  readonly pinned: boolean
  /** Display status of the step in the shown run; null if the run has not reached the step, or no run is shown. */
  readonly displayStatus: StepValue['displayStatus'] | null
  readonly stale: boolean
}

export interface TrialState {
  readonly pins: Pins
  readonly samples: readonly SampleInput[]
  readonly asking: Asking | null
  /** The followed run; null shows no run. */
  readonly runId: string | null
  readonly shown: ShownRun | null
  readonly values: Readonly<Record<string, StepValue>>
  readonly stale: ReadonlyMap<string, Staleness>
  readonly marks: Readonly<Record<string, TrialMark>>
}

/** Ports that store pins and samples, and find runs. */
export interface TrialPorts {
  /** The newest run of the workflow, test or not; null before the first. */
  lastRun(): Promise<string | null>

  pin(step: string, pinned: PinnedOutput | null): void
  keepSample(name: string, input: JsonObject | null): void
}

export type TrialStore = ReturnType<typeof createTrialStore>

/** The state of trying a draft: pinned outputs, sample inputs, and the last run's output of each step. */
export function createTrialStore() {
  const store = createStore<TrialState>(() => ({
    pins: {},
    samples: [],
    asking: null,
    runId: null,
    shown: null,
    values: {},
    stale: new Map(),
    marks: {},
  }))
  let ports: TrialPorts | null = null
  let draft: Definition | null = null
  /** Whether the user has chosen the shown run, or chosen to show none. */
  let chosen = false

  const set = (next: Partial<TrialState>) => {
    const state = { ...store.getState(), ...next }
    const stale = staleValues(state.values, draft)
    store.setState({ ...next, stale, marks: marksOf(state, stale) })
  }
  const pin = (step: string, pinned: PinnedOutput | null) => {
    const { [step]: _, ...others } = store.getState().pins
    set({ pins: pinned === null ? others : { ...others, [step]: pinned } })
    ports?.pin(step, pinned)
  }

  const follow = (runId: string | null) => {
    chosen = true
    if (runId === null) set({ runId, shown: null, values: {} })
    else set({ runId })
  }

  return {
    store,
    connect(given: TrialPorts) {
      ports = given
    },
    load: ({ pins, samples }: Pick<TrialState, 'pins' | 'samples'>) => set({ pins, samples }),
    ask: (asking: Asking | null) => store.setState({ asking }),
    pin,
    keepSample(name: string, input: JsonObject | null) {
      const others = store.getState().samples.filter((sample) => sample.name !== name)
      set({ samples: input === null ? others : [...others, { name, input }] })
      ports?.keepSample(name, input)
    },
    /** Moves the pinned output of a renamed step to its new name. */
    renamed({ from, to }: { readonly from: string; readonly to: string }) {
      const { pins } = store.getState()
      const pinned = Object.hasOwn(pins, from) ? pins[from] : undefined
      if (pinned === undefined) return
      pin(from, null)
      pin(to, pinned)
    },
    drafted(definition: Definition | null) {
      if (definition === null || definition === draft) return
      draft = definition
      if (Object.keys(store.getState().values).length > 0) set({})
    },
    follow,
    /** Follows a run by default: not if the user has chosen a run, or none. */
    begin(runId: string) {
      if (!chosen) follow(runId)
    },
    /** Follows the newest run; false if there is none. */
    async showLast(): Promise<boolean> {
      // Before the ports are connected, the newest run is about to be shown automatically.
      if (ports === null) return true
      const runId = await ports.lastRun()
      if (runId !== null) follow(runId)
      return runId !== null
    },
    show(shown: ShownRun, fresh: TrialState['values']) {
      const { values } = store.getState()
      set({ shown, values: shown.plan?.mode === 'step' ? withStep(values, fresh, shown.plan.step, draft) : fresh })
    },
  }
}

/** The values after one step ran alone: the other steps keep their values, and those after the step are out of date. */
function withStep(
  before: TrialState['values'],
  fresh: TrialState['values'],
  step: string,
  draft: Definition | null,
): TrialState['values'] {
  const value = Object.hasOwn(fresh, step) ? fresh[step] : undefined
  if (value === undefined) return before
  const after = draft === null ? new Set<string>() : stepsAfter(draft, [step])
  const others = Object.entries(before).map(([name, old]) => [name, after.has(name) ? { ...old, outdated: true } : old])
  return { ...Object.fromEntries(others), [step]: value }
}

function staleValues(values: TrialState['values'], draft: Definition | null): ReadonlyMap<string, Staleness> {
  const stale = new Map<string, Staleness>()
  if (draft === null) return stale
  const known = new Map<Definition, ReadonlyMap<string, Staleness>>()
  for (const [step, { ran, outdated }] of Object.entries(values)) {
    const since = known.get(ran) ?? staleSteps(draft, ran)
    known.set(ran, since)
    const how = since.get(step) ?? (outdated ? 'upstream' : undefined)
    if (how !== undefined) stale.set(step, how)
  }
  return stale
}

function marksOf(state: TrialState, stale: ReadonlyMap<string, Staleness>): TrialState['marks'] {
  const marks: Record<string, TrialMark> = {}
  for (const step of new Set([...Object.keys(state.pins), ...Object.keys(state.values)])) {
    const mark: TrialMark = {
      pinned: Object.hasOwn(state.pins, step),
      displayStatus: Object.hasOwn(state.values, step) ? (state.values[step]?.displayStatus ?? null) : null,
      stale: stale.has(step),
    }
    const old = Object.hasOwn(state.marks, step) ? state.marks[step] : undefined
    const same = old?.pinned === mark.pinned && old.displayStatus === mark.displayStatus && old.stale === mark.stale
    marks[step] = same ? old : mark
  }
  return marks
}

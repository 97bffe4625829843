'use client'

import { useMemo } from 'react'
import { executedDefinition, isOfAgent } from '#core/definition/agent/agent-loop.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import { type Definition, type Layout, rulesOf, type Step } from '#core/definition/definition.ts'
import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import { parse } from '#core/definition/parse.ts'
import { deriveTest } from '#core/definition/test-run/derive-test.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import { decompileRun } from '#core/graph/decompile.ts'
import type { Graph } from '#core/graph/graph.ts'
import { insertedBy } from '#core/run/edges.ts'
import type { RunState } from '#core/run/state.ts'

export interface RunGraph {
  readonly graph: Graph
  readonly executable: ExecutableDefinition
  readonly step: (name: string) => Step | undefined
  /** The steps whose titles a page of the run shows, and the steps that it lists. */
  readonly titled: readonly Step[]
  readonly listed: readonly Step[]
  /** Of a run of code: the number of earlier commands that are not drawn. */
  readonly left?: number
}

interface Known {
  readonly definition: Definition
  readonly layout: Layout
  readonly executable: ExecutableDefinition
  /** Graphs by inserted steps. */
  readonly graphs: Map<string, Graph>
}

/** The definition of a run; null for a text that only a newer version of Heddle can read. */
export function readDefinition(definitionText: string, testPlan: TestPlan | null): Known | null {
  const { definition: written, layout } = parse(definitionText)
  const definition = written && executedOf(written, testPlan)
  return definition && { definition, layout, executable: executable(definition), graphs: new Map() }
}

/**
 * The graph of a run, with the steps inserted by now and the steps inserted at the shown instant, which a retry may
 * have dropped since. The graph keeps its identity until another step is inserted.
 */
export function graphOfRun({ definition, layout, graphs }: Known, state: RunState, then: RunState): Graph {
  const insertedIn = (name: string) =>
    [...new Set([...insertedBy(state, name), ...insertedBy(then, name)])].toSorted((a, b) => a - b)
  const inserting = definition.steps.filter((step) => rulesOf(step).length > 0)
  const inserted = JSON.stringify(inserting.map(({ name }) => [name, insertedIn(name)]))
  const graph = graphs.get(inserted) ?? decompileRun(definition, layout, insertedIn)
  graphs.set(inserted, graph)
  return graph
}

/**
 * The definition of a run, read once, and its graph, with the steps that it has now or had at the instant `then`; null
 * where the definition cannot be read.
 */
export function useRunGraph(
  definitionText: string,
  testPlan: TestPlan | null,
  state: RunState,
  then: RunState = state,
): RunGraph | null {
  const known = useMemo(() => readDefinition(definitionText, testPlan), [definitionText, testPlan])
  const graph = known && graphOfRun(known, state, then)
  return useMemo(() => {
    if (!known || !graph) return null
    return {
      graph,
      executable: known.executable,
      step: (name) => (known.executable.has(name) ? known.executable.step(name) : undefined),
      titled: known.definition.steps,
      listed: known.executable.steps,
    }
  }, [known, graph])
}

/** The definition that a test run executes: the text as changed by its plan. */
function executedOf(definition: Definition, plan: TestPlan | null): Definition | null {
  if (plan === null) return executedDefinition(definition)
  const derived = deriveTest(definition, plan)
  return derived.ok ? executedDefinition(derived.definition) : null
}

/** The step type in words. */
export const labelOfStep = (step: Step) =>
  step.type === 'UNKNOWN' ? step.written_type : catalogue[isOfAgent(step) ? 'AI' : step.type].label

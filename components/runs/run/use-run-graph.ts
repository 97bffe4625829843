'use client'

import { useMemo } from 'react'
import { catalogue } from '#core/definition/catalogue.ts'
import { type Definition, rulesOf, type Step } from '#core/definition/definition.ts'
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
}

/**
 * The definition of a run, read once, and its graph with what has been inserted
 * so far; null for a text that a newer version of Heddle could read and this one
 * cannot.
 */
export function useRunGraph(definitionText: string, testPlan: TestPlan | null, state: RunState): RunGraph | null {
  const known = useMemo(() => {
    const { definition: written, layout } = parse(definitionText)
    const definition = written && executedOf(written, testPlan)
    return definition && { definition, layout, executable: executable(definition) }
  }, [definitionText, testPlan])
  const inserting = (known?.definition.steps ?? []).filter((step) => rulesOf(step).length > 0)
  // A text, so that the graph is made anew only when something else is inserted.
  const inserted = JSON.stringify(inserting.map(({ name }) => [name, insertedBy(state, name)]))
  return useMemo(() => {
    if (!known) return null
    const rules = new Map<string, readonly number[]>(JSON.parse(inserted))
    return {
      graph: decompileRun(known.definition, known.layout, (step) => rules.get(step) ?? []),
      executable: known.executable,
      step: (name) => (known.executable.has(name) ? known.executable.step(name) : undefined),
    }
  }, [known, inserted])
}

/** A test run executes what its plan makes of the text. */
function executedOf(definition: Definition, plan: TestPlan | null): Definition | null {
  if (plan === null) return definition
  const derived = deriveTest(definition, plan)
  return derived.ok ? derived.definition : null
}

/** The step type in words. */
export const labelOfStep = (step: Step) => (step.type === 'UNKNOWN' ? step.written_type : catalogue[step.type].label)

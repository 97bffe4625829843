'use client'

import { useRef } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import type { RunState } from '#core/run/state.ts'
import type { RunIndex } from '../instant/run-index.ts'
import { type CodeGraph, codeGraphOf } from './code-graph.ts'
import { type RunGraph, useRunGraph } from './use-run-graph.ts'

/** The graph of a run: of its definition, or of the commands of its code; null where the definition cannot be read. */
export function useGraphOfRun(
  { definitionText, testPlan, workflow }: Pick<RunDetail, 'definitionText' | 'testPlan' | 'workflow'>,
  index: Pick<RunIndex, 'events' | 'state'>,
  then: RunState = index.state,
): RunGraph | null {
  const { state } = index
  const isCode = state.code !== undefined
  const steps = useRunGraph(isCode ? '' : definitionText, testPlan, state, then)
  const commands = useRef<CodeGraph | null>(null)
  if (!isCode) return steps
  commands.current = codeGraphOf(workflow, index, commands.current)
  return commands.current
}

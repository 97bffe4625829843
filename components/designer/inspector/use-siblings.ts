'use client'

import { useMemo } from 'react'
import type { Step } from '#core/definition/definition.ts'
import { rulesOf } from '#core/definition/definition.ts'
import { findStep } from '../find-step.ts'
import { useDocument } from '../session-context.tsx'
import { useFieldStep } from './field-step.tsx'

/** The names that a step may refer to: those of its own list, as no edge leaves the body of a loop. */
export function useSiblings(): readonly string[] {
  const step = useFieldStep()
  const definition = useDocument((document) => document.definition)
  return useMemo(() => {
    const around = step === null ? null : findStep(definition, step)?.within.at(-1)
    const list = around === undefined || around === null ? (definition?.steps ?? []) : listWith(around, step)
    return list.map(({ name }) => name)
  }, [definition, step])
}

function listWith(around: Step, name: string | null): readonly Step[] {
  const lists = [
    ...(around.type === 'LOOP' ? [around.loop_body] : []),
    ...rulesOf(around).map((rule) => rule.steps_to_insert),
  ]
  return lists.find((list) => list.some((step) => step.name === name)) ?? []
}

'use client'

import { useMemo } from 'react'
import type { Step } from '#core/definition/definition.ts'
import { innerLists } from '#core/definition/inner-lists.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { useDocument } from '../../model/session-context.tsx'
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
  return innerLists(around).find(({ steps }) => steps.some((step) => step.name === name))?.steps ?? []
}

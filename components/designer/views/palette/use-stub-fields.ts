'use client'

import type { ValueType } from '#core/expression/check/types.ts'
import { limits } from '#core/limits.ts'
import { useSelection, useSession } from '../../model/session-context.tsx'
import { typesOfStep } from '../expression/step-types.ts'
import { useResultTypes } from '../expression/use-step-types.ts'

type FieldType = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'any'
interface StubField {
  readonly name: string
  readonly type: FieldType
}

const typeOf: Partial<Record<ValueType['kind'], FieldType>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  list: 'list',
  object: 'object',
}

/** The fields of the state that a new function may read: those known at the selected step, else at the first one. */
export function useStubFields(): () => StubField[] {
  const { document } = useSession()
  const results = useResultTypes()
  const [selected] = useSelection((selection) => selection.steps)
  return () => {
    const { definition } = document.store.getState()
    const step = selected ?? definition?.steps[0]?.name ?? null
    const state = typesOfStep(definition, step, null, results)?.state
    if (state?.kind !== 'object') return []
    return Object.entries(state.fields)
      .filter(([name]) => /^[A-Za-z_$][\w$]*$/.test(name))
      .slice(0, limits.functions.stubFields)
      .map(([name, { kind }]) => ({ name, type: typeOf[kind] ?? 'any' }))
  }
}

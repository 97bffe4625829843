'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { noResults, type ResultTypes } from '#core/definition/check/output-type.ts'
import { anyType, type ScopeTypes, typeOfSchema } from '#core/definition/expression/types.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { useSession } from '../session-context.tsx'
import { typesInStep } from './step-types.ts'

export interface StepTypes {
  /** For completion and hover: with what the functions' sources say that they give. */
  types(): ScopeTypes | null
  /** For what is called wrong, as the problems of the draft are found. */
  certainTypes(): ScopeTypes | null
}

/** What may be known in a step's expressions; worked out when it is asked for, from the draft as it is then. */
export function useStepTypes(step: string | null, hasSecrets: boolean): StepTypes {
  const { document } = useSession()
  const api = useApi()
  const { data } = useQuery(api.workflows.functions.queryOptions())
  const results = useMemo((): ResultTypes => {
    const entries = (data ?? []).flatMap(({ name, result }) =>
      result === null ? [] : [[functionKey(name), typeOfSchema(result)] as const],
    )
    return new Map(entries)
  }, [data])
  return useMemo(() => {
    const ask = (known: ResultTypes): ScopeTypes | null => {
      const { definition } = document.store.getState()
      const types = definition === null || step === null ? null : typesInStep(definition, step, known)
      return types !== null && hasSecrets ? { ...types, names: { ...types.names, secrets: anyType } } : types
    }
    return { types: () => ask(results), certainTypes: () => ask(noResults) }
  }, [document, step, hasSecrets, results])
}

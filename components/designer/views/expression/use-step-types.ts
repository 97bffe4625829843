'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { noResults, type ResultTypes } from '#core/definition/check/output-type.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { type ScopeTypes, typeOfSchema } from '#core/expression/check/types.ts'
import { useSession } from '../../model/session-context.tsx'
import { typesOfStep } from './step-types.ts'

export interface StepTypes {
  /** For completion and hover: with what the functions' sources say that they give. */
  types(): ScopeTypes | null
  /** For what is called wrong, as the problems of the draft are found. */
  certainTypes(): ScopeTypes | null
}

/** The result types from the functions' sources. */
export function useResultTypes(): ResultTypes {
  const api = useApi()
  const { data } = useQuery(api.workflows.functions.queryOptions())
  return useMemo((): ResultTypes => {
    const entries = (data ?? []).flatMap(({ name, result }) =>
      result === null ? [] : [[functionKey(name), typeOfSchema(result)] as const],
    )
    return new Map(entries)
  }, [data])
}

/** The names of the secrets that a workflow may use, to complete them; none for a caller who may not see them. */
export function useSecretNames(): readonly string[] {
  const api = useApi()
  const { name: workflow } = useSession()
  const mayUse = useMay('secret.use')
  const { data } = useQuery({ ...api.secrets.list.queryOptions(), enabled: mayUse })
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ workflows }) => workflows.length === 0 || workflows.includes(workflow))
        .map(({ name }) => name),
    [data, workflow],
  )
}

/** The names of the owner's variables, to complete them. */
function useVariableNames(): readonly string[] {
  const { data } = useQuery(useApi().variables.list.queryOptions())
  return useMemo(() => (data ?? []).map(({ name }) => name), [data])
}

/** The types for a step's expressions, computed on demand from the current draft. */
export function useStepTypes(step: string | null, hasSecrets: boolean): StepTypes {
  const { document } = useSession()
  const results = useResultTypes()
  const secrets = useSecretNames()
  const variables = useVariableNames()
  return useMemo(() => {
    const named = hasSecrets ? secrets : null
    const ask = (known: ResultTypes) => typesOfStep(document.store.getState().definition, step, named, known, variables)
    return { types: () => ask(results), certainTypes: () => ask(noResults) }
  }, [document, step, hasSecrets, secrets, results, variables])
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { workflowTitle } from '#core/definition/title.ts'
import { useApi } from './trpc.ts'

/** The title of a workflow by its id; the id where it has none, and until the titles are known. */
export function useWorkflowTitle(): (id: string) => string {
  const api = useApi()
  const { data } = useQuery(api.workflows.titles.queryOptions())
  const titles = useMemo(() => new Map((data ?? []).map(({ name, title }) => [name, title])), [data])
  return useCallback((id) => workflowTitle({ workflow_type: id, title: titles.get(id) }), [titles])
}

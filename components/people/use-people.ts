'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useHydrated } from '#components/ui/pacing/use-hydrated.ts'
import { actAs } from './acting.ts'

/** The directory changes only by hand, which is seldom. */
const staleMs = 60_000

/** The current actor as the server knows them; undefined until the server has answered. */
export function useMe() {
  const api = useApi()
  const { data } = useQuery(api.directory.me.queryOptions(undefined, { staleTime: staleMs }))
  return useHydrated() ? data : undefined
}

/** All people who may be asked, and the groups they are in. */
export function useDirectory() {
  const api = useApi()
  const { data, error, refetch } = useQuery(api.directory.list.queryOptions(undefined, { staleTime: staleMs }))
  const isHydrated = useHydrated()
  return { data: isHydrated ? data : undefined, error: isHydrated ? error : null, refetch }
}

/** Acts as a person of the directory; null is oneself. */
export function useActAs(): (personId: string | null) => void {
  const queryClient = useQueryClient()
  return useCallback((personId) => actAs(personId, queryClient), [queryClient])
}

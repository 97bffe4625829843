'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'

/** The keys that the caller may see: those of everyone for an administrator of keys, else the caller's own. */
export function useKeys() {
  const api = useApi()
  const isAdmin = useMay('key.admin')
  return useQuery(api.keys.list.queryOptions({ of: isAdmin ? 'all' : 'mine' }))
}

/** The services, for an administrator of keys; none for anybody else. */
export function useServices() {
  const api = useApi()
  const isAdmin = useMay('key.admin')
  return useQuery(api.services.list.queryOptions(undefined, { enabled: isAdmin }))
}

/** Refetches keys and services. */
export function useReloadKeys(): () => Promise<unknown> {
  const api = useApi()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(api.keys.pathFilter()),
      queryClient.invalidateQueries(api.services.pathFilter()),
    ])
}

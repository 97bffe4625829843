'use client'

import { useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'

/** Fetches members, invitations, mappings and the directory again after a change. */
export function useReloadMembers(): () => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [api.members, api.invites, api.mappings, api.loginProvider, api.owners, api.directory].map((area) =>
        queryClient.invalidateQueries(area.pathFilter()),
      ),
    )
  }
}

/** The sentence of a failed call, without the name of its field; undefined without a failure. */
export function failureText(error: unknown): string | undefined {
  if (!error) return undefined
  const { field, message } = apiFailure(error)
  return field === null ? message : message.replace(`${field}: `, '')
}

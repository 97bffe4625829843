'use client'

import { useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'

const fields = ['id', 'name', 'email', 'timeZone', 'quiet.days']

export interface EntrySaving {
  readonly isBusy: boolean
  /** The error of one field, without the field's name. */
  errorAt(field: string): string | undefined
  /** The error that belongs to no field. */
  readonly elsewhere: string | undefined
}

/** The state of saving an entry of the directory. */
export function entrySaving({ isPending, error }: { isPending: boolean; error: unknown }): EntrySaving {
  const failure = error ? apiFailure(error) : undefined
  const isAtField = failure?.field != null && fields.includes(failure.field)
  return {
    isBusy: isPending,
    errorAt: (field) => (failure?.field === field ? failure.message.replace(`${field}: `, '') : undefined),
    elsewhere: failure && !isAtField ? failure.message : undefined,
  }
}

/** Refetches all data that shows people and groups. */
export function useReloadDirectory(): () => Promise<void> {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(api.directory.pathFilter())
}

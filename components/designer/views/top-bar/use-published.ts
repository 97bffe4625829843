'use client'

import { useQuery } from '@tanstack/react-query'
import type { DraftDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'

export interface Published {
  /** 0 while nothing is published. */
  readonly latestVersion: number
  /** Whether the draft says something else than the latest version. */
  readonly changed: boolean
}

/** The draft against the latest version, compared by their texts: undoing a change makes them equal again. */
export function usePublished(draft: DraftDetail): Published {
  const api = useApi()
  const { name } = useSession()
  const { latestVersion } = draft
  const { data } = useQuery({
    ...api.workflows.version.queryOptions({ name, version: latestVersion }),
    enabled: latestVersion > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const changed = useDocument((document) => data === undefined || data.text !== document.text)
  return { latestVersion, changed: latestVersion === 0 || (data !== undefined && changed) }
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { preload } from 'react-dom'
import { alone, queryAddress } from '#components/api/query-address.ts'
import { useApi } from '#components/api/trpc.ts'
import { FailurePage } from '#components/shell/failure-page.tsx'
import { DesignerSkeleton } from './designer-skeleton.tsx'
import { useKeptDraft } from './use-kept-draft.ts'

const load = () => import('./open-draft.tsx')
/** Canvas, fields and what reads a text are a lazy part, on its way as soon as the page's own script runs, beside the draft. */
const OpenDraft = lazy(() => load().then((module) => ({ default: module.OpenDraft })))
if (typeof window !== 'undefined') load().catch(() => undefined)

/** The designer of one workflow. */
export function Designer({ name }: { name: string }) {
  const api = useApi()
  // The page asks for the draft itself: it is on its way while the script is.
  if (typeof window === 'undefined') {
    preload(queryAddress('workflows.draft', { name }), { as: 'fetch', crossOrigin: 'anonymous' })
  }
  // The draft is read once; from then on this page is the one that changes it.
  const { data, error, refetch } = useQuery({
    ...api.workflows.draft.queryOptions({ name }, { trpc: { context: alone } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Opening it again reads it again: a remembered draft may be somebody's old one.
    gcTime: 0,
  })
  const kept = useKeptDraft(name, error)
  const draft = kept ?? data
  if (kept === null && error) return <FailurePage error={error} onRetry={refetch} />
  return (
    <Suspense fallback={<DesignerSkeleton name={name} />}>
      <OpenDraft key={kept === null ? name : `${name}, kept`} name={name} draft={draft} />
    </Suspense>
  )
}

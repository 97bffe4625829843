'use client'

import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { Suspense } from 'react'
import type { WorkflowSummary } from '#components/api/models.ts'
import { alone, askAhead } from '#components/api/query-address.ts'
import { useApi } from '#components/api/trpc.ts'
import { FailurePage } from '#components/shell/failure/failure-page.tsx'
import { CodeSkeleton, DesignerSkeleton } from './designer-skeleton.tsx'
import { useLocalDraft } from './use-local-draft.ts'

/**
 * The canvas, the fields and the parser are a separate chunk, which the page preloads in its head: the chunk loads in
 * parallel with the draft.
 */
const OpenDraft = dynamic(() => import('./open-draft.tsx').then((module) => module.OpenDraft))

const CodePage = dynamic(() => import('./code/code-page.tsx').then((module) => module.CodePage))

/** Whether a list that was read before says that the workflow is code: its page has another shape while it loads. */
function useKnownAsCode(name: string): boolean {
  const api = useApi()
  const lists = useQueryClient().getQueriesData<InfiniteData<{ readonly items: readonly WorkflowSummary[] }>>(
    api.workflows.list.pathFilter(),
  )
  return lists.some(([, list]) =>
    list?.pages?.some(({ items }) => items.some((item) => item.name === name && item.kind === 'code')),
  )
}

/** The designer of one workflow; the source of one that is code. */
export function Designer({ name }: { name: string }) {
  const api = useApi()
  askAhead('workflows.draft', { name })
  // The draft is read once; from then on this page is the one that changes the draft.
  const { data, error, refetch } = useQuery({
    ...api.workflows.draft.queryOptions({ name }, { trpc: { context: alone } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Reopening the designer reads the draft again: a cached draft may be older than another user's changes.
    gcTime: 0,
  })
  const kept = useLocalDraft(name, error)
  const isCode = useKnownAsCode(name)
  const draft = kept ?? data
  if (kept === null && error) return <FailurePage error={error} onRetry={refetch} />
  if (draft?.kind === 'code')
    return (
      <Suspense fallback={<CodeSkeleton name={name} />}>
        <CodePage draft={draft} />
      </Suspense>
    )
  if (isCode && draft === undefined) return <CodeSkeleton name={name} />
  return (
    <>
      {/* The canvas takes the room of the navigation's words. */}
      <span hidden data-wants-room="" />
      <Suspense fallback={<DesignerSkeleton name={name} />}>
        <OpenDraft key={kept === null ? name : `${name}, kept`} name={name} draft={draft} />
      </Suspense>
    </>
  )
}

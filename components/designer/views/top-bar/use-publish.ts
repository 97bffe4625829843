'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import type { Problem } from '#core/definition/problem.ts'
import { useSession } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'

/** A user publishes only what they have seen: another user's save is merged into the draft first. */
export type Staleness = 'found' | 'merged'

/** Publishes the draft; `then` says what happens after publishing. */
export function usePublish(onRefused: (problems: readonly Problem[]) => void, then: 'close' | 'run') {
  const session = useSession()
  const api = useApi()
  const client = useApiClient()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [stale, setStale] = useState<Staleness | null>(null)
  const { name } = session
  const send = async (message: string): Promise<boolean> => {
    setStale(null)
    if (!(await session.autosave.flush())) {
      const { state } = session.autosave.store.getState()
      // The conflict is merged automatically, unless the user must decide.
      if (state.kind === 'conflict' && state.undecided) session.view.openDialog('conflict')
      else if (state.kind === 'conflict') setStale('merged')
      else if (state.kind === 'refused') setFailure(viewsTopBarTexts.couldNotSaveDraft(state.message))
      else setFailure(viewsTopBarTexts.draftIsNotSavedYet)
      return false
    }
    const baseRevision = session.autosave.store.getState().revision
    const answer = await client.workflows.publish.mutate({
      name,
      baseRevision,
      ...(message.trim() === '' ? {} : { message: message.trim() }),
    })
    if (answer.outcome === 'published' && !answer.isNew && then === 'close') {
      // Another user has published first: the dialog reports it, and keeps the message.
      await queries.invalidateQueries(api.workflows.pathFilter())
      return false
    }
    if (answer.outcome === 'published') {
      showToast({
        tone: 'done',
        title: viewsTopBarTexts.publishedVersion(answer.version),
        ...(then === 'close' && {
          action: { label: viewsTopBarTexts.startRun, perform: () => session.view.openDialog('run') },
        }),
      })
      await queries.invalidateQueries(api.workflows.pathFilter())
      return true
    }
    if (answer.outcome === 'refused') onRefused(answer.problems)
    else setStale('found')
    return false
  }
  const attempt = async (perform: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      return await perform()
    } catch (error) {
      setFailure(apiFailure(error).message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    failure,
    stale,
    publish: (message: string) => attempt(() => send(message)),
    merge: () =>
      attempt(async () => {
        await session.merging.meet(await client.workflows.draft.query({ name }))
        setStale('merged')
        return true
      }),
  }
}

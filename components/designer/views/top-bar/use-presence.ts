'use client'

import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useApi, useApiClient } from '#components/api/trpc.ts'
import { displayName } from '../../model/presence/display-name.ts'
import type { Person } from '../../model/presence/person.ts'
import { createPresence, createPresenceStore, type PresenceStore } from '../../model/presence/presence.ts'
import type { Session } from '../../model/session.ts'

const PresenceContext = createContext<PresenceStore>(createPresenceStore())
export const PresenceProvider = PresenceContext.Provider

/** The other users who have this draft open. */
export function usePeople(): readonly Person[] {
  return useStore(useContext(PresenceContext), (state) => state.people)
}

export function usePeopleAt(step: string): readonly Person[] | undefined {
  return useStore(useContext(PresenceContext), (state) => state.byStep[step])
}

/** Reports this window to the other users while it is open, shows them here, and takes over what they save. */
export function usePresence(session: Session): PresenceStore {
  const api = useApi()
  const client = useApiClient()
  const queries = useQueryClient()
  const [store] = useState(createPresenceStore)
  useEffect(() => {
    const { name } = session
    const sessionId = crypto.randomUUID()
    const presence = createPresence(store, {
      send({ steps, leaving }) {
        const called = displayName()
        return client.workflows.presence.mutate({
          name,
          sessionId,
          steps: [...steps],
          leaving,
          ...(called === null ? {} : { displayName: called }),
        })
      },
      schedule(perform, delayMs) {
        const timer = setTimeout(perform, delayMs)
        return () => clearTimeout(timer)
      },
      now: Date.now,
      saw(revision, latestVersion) {
        const known = queries.getQueryData(api.workflows.draft.queryKey({ name }))?.latestVersion
        // Another user has published a version since.
        if (known !== undefined && latestVersion > known) void queries.invalidateQueries(api.workflows.pathFilter())
        const { state, revision: own } = session.autosave.store.getState()
        if (state.kind !== 'saved' || revision <= own) return
        // Failures are ignored: the next heartbeat tries again.
        client.workflows.draft
          .query({ name })
          .then(session.merging.receive)
          .catch(() => undefined)
      },
    })
    const stopSelecting = session.selection.store.subscribe(({ steps }) => presence.select(steps))
    const stopShowing = store.subscribe(({ byStep }) => session.flow.showPeople(byStep))
    window.addEventListener('pagehide', presence.leave)
    return () => {
      window.removeEventListener('pagehide', presence.leave)
      stopSelecting()
      stopShowing()
      presence.stop()
    }
  }, [api, client, queries, session, store])
  return store
}

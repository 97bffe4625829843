'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { announceChange, type Change, changeOf, type Liveness, useChangesStore } from './changes-store.ts'
import { keepOpen } from './keep-open.ts'
import { leadToLogin } from './lead-to-login.ts'
import { refetchIfChanged, refetchOnceLive } from './refetch.ts'
import { useApiClient } from './trpc.ts'

type Client = ReturnType<typeof useApiClient>
type TabMessage =
  | { readonly kind: 'change'; readonly change: Change; readonly cursor: string | null }
  /** A tab with an older version of the code sends no cursor. */
  | { readonly kind: 'liveness'; readonly liveness: Liveness; readonly cursor?: string | null }
  | { readonly kind: 'who is live?' }

/**
 * The state of this tab among the tabs of the browser:
 * - `joining`: another tab may lead, and changes from before this tab subscribed are not covered yet;
 * - `following`: another tab leads and forwards every change;
 * - `leading`: this tab holds the lock and the stream, until it closes.
 */
type TabState = 'joining' | 'following' | 'leading'

const name = 'heddle-changes'

/**
 * One stream of changes for all tabs of a browser. HTTP/1.1 allows six connections to one origin, and eight tabs with a
 * stream each would block every other request. The tab that holds the lock subscribes and forwards to the other tabs.
 * When it closes, the next tab resumes from the last event that any tab saw. A page fetches its data before it
 * subscribes, so it resumes at `from`, the cursor at the time of server rendering.
 */
export function ChangesProvider({ from, children }: { from: string | null; children: ReactNode }) {
  const client = useApiClient()
  const queryClient = useQueryClient()
  // The cursor of this page's server rendering; components mounted later are told of the following changes.
  const [begun] = useState(from)
  // This effect comes first: changes also have to reach queries that have just started.
  useEffect(() => refetchIfChanged(queryClient), [queryClient])
  useEffect(() => shareChanges(client, begun), [client, begun])
  useEffect(() => refetchOnceLive(queryClient), [queryClient])
  return children
}

function shareChanges(client: Client, from: string | null): () => void {
  const { setLiveness } = useChangesStore.getState()
  const channel = new BroadcastChannel(name)
  const ended = new AbortController()
  let cursor = from
  let tab: TabState = 'joining'

  const receive = (message: TabMessage) => {
    if (message.kind === 'change') {
      cursor = message.cursor ?? cursor
      announceChange(message.change)
    } else if (message.kind === 'liveness') {
      setLiveness(message.liveness)
      // The leading tab may have received more events than this tab, which subscribed only now.
      if (tab === 'joining' && isBeyond(message.cursor, from)) announceChange(null)
      if (tab === 'joining') tab = 'following'
    } else if (tab === 'leading') {
      channel.postMessage({
        kind: 'liveness',
        liveness: useChangesStore.getState().liveness,
        cursor,
      } satisfies TabMessage)
    }
  }
  const broadcast = (message: TabMessage) => {
    receive(message)
    channel.postMessage(message)
  }
  channel.onmessage = (event: MessageEvent<TabMessage>) => receive(event.data)
  channel.postMessage({ kind: 'who is live?' } satisfies TabMessage)

  const lead = async () => {
    // The lock may be granted after all when the abort comes at the same moment.
    if (ended.signal.aborted) return
    tab = 'leading'
    await followChanges(client, () => cursor, broadcast, ended.signal)
  }
  // Without the Web Locks API (an old browser, or an insecure context) every tab subscribes for itself.
  const locked = 'locks' in navigator ? navigator.locks.request(name, { signal: ended.signal }, lead) : lead()
  locked.catch(() => undefined)
  return () => {
    ended.abort()
    channel.close()
  }
}

const isBeyond = (heard: string | null | undefined, own: string | null) =>
  typeof heard === 'string' && (own === null || BigInt(heard) > BigInt(own))

/** Subscribes until `signal` aborts. */
function followChanges(
  client: Client,
  cursor: () => string | null,
  broadcast: (message: TabMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  let wasLost = false
  keepOpen(
    (on) =>
      client.runs.changes.subscribe(
        { lastEventId: cursor() },
        {
          onData: ({ id, data }) => broadcast({ kind: 'change', change: changeOf(data), cursor: id }),
          onConnectionStateChange: ({ state, error }) => {
            if (state === 'pending') on.live()
            else if (error) on.lost()
          },
          onError: (error) => {
            leadToLogin(error)
            on.ended()
          },
          onComplete: on.ended,
        },
      ),
    {
      live: () => {
        broadcast({ kind: 'liveness', liveness: 'live', cursor: cursor() })
        // The stream resumes from the last event seen. Without such an event, the changes in between are unknown.
        if (wasLost && cursor() === null) broadcast({ kind: 'change', change: null, cursor: null })
        wasLost = false
      },
      lost: () => {
        wasLost = true
        broadcast({ kind: 'liveness', liveness: 'lost', cursor: cursor() })
      },
    },
    signal,
  )
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

'use client'

import { useEffect, useEffectEvent } from 'react'
import { listenToChanges } from './changes-store.ts'
import { paceChanges } from './pace-changes.ts'

/** How soon one refresh follows another, where the server is quick. */
const soonMs = 100

/**
 * Calls back when runs changed, gathered: `runIds` is null when anything may have changed. The first change is told
 * at once; while it answers with a promise, the next waits for that.
 */
export function useRunChanges(onChange: (runIds: ReadonlySet<string> | null) => unknown, everyMs = soonMs): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const isSeen = () => document.visibilityState === 'visible'
    const paced = paceChanges((runIds) => tell(runIds), everyMs, isSeen())
    const look = () => paced.show(isSeen())
    const stop = listenToChanges(paced.hear)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
      paced.stop()
    }
  }, [everyMs])
}

'use client'

import { useEffect, useEffectEvent } from 'react'
import { listenToChanges } from './changes-store.ts'
import { paceChanges } from './pace-changes.ts'

/** Least interval between two refreshes on a fast server, in milliseconds. */
const soonMs = 100

/**
 * Calls back when runs changed, in batches: `runIds` is null when any run may have changed. The first change is
 * reported at once. While the callback's promise is pending, the next batch waits for it.
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

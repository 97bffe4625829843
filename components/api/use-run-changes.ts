'use client'

import { useEffect, useEffectEvent } from 'react'
import { type Change, listenToChanges } from './changes-store.ts'

/** At most this often per listener: a burst of a thousand events is one refresh. */
const gatherMs = 400

/**
 * Calls back when runs changed, gathered: `runIds` is null when anything may have changed. The first change is told
 * soon, a burst once per interval.
 */
export function useRunChanges(onChange: (runIds: ReadonlySet<string> | null) => void): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    let gathered: Set<string> | null = new Set()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const runIds = gathered
      gathered = new Set()
      tell(runIds)
    }
    const stop = listenToChanges((change: Change) => {
      if (change === null) gathered = null
      else for (const runId of change) gathered?.add(runId)
      timer ??= setTimeout(flush, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}

'use client'

import { useSyncExternalStore } from 'react'

/** Time after which an opened page has loaded all it needs, also on a slow machine. */
const settledMs = 3_000

let isSettled = false
const listeners = new Set<() => void>()
if (typeof window !== 'undefined') {
  setTimeout(() => {
    isSettled = true
    for (const listener of listeners) listener()
  }, settledMs)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True once the browser has had the time to open the page, so that prefetching does not compete with it. */
export const useSettled = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isSettled,
    () => false,
  )

'use client'

import { useSyncExternalStore } from 'react'

const tickMs = 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // Components rendered on the server have not read the time yet.
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const tell of listeners) tell()
    }, tickMs)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

function read(): number {
  if (timer === undefined) now = Date.now()
  return now
}

/** The clock shared by all components that show an age. */
export const clock = { subscribe, read }

const minuteMs = 60_000
const toTheMinute = (ms: number) => Math.floor(ms / minuteMs) * minuteMs

/** The current minute, for queries relative to now. */
export function useMinute(): number {
  return useSyncExternalStore(
    subscribe,
    () => toTheMinute(read()),
    () => toTheMinute(Date.now()),
  )
}

/** The time in milliseconds, updated once a second; one timer serves all components that show an age. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, () => 0)
}

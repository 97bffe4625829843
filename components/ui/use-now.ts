'use client'

import { useSyncExternalStore } from 'react'

const tickMs = 1_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // Whoever was drawn on the server has read no time yet.
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

/** The time that all who show an age share. */
export const clock = { subscribe, read }

const minuteMs = 60_000
const toTheMinute = (ms: number) => Math.floor(ms / minuteMs) * minuteMs

/** The minute that it is, for questions about a time that moves along. */
export function useMinute(): number {
  return useSyncExternalStore(
    subscribe,
    () => toTheMinute(read()),
    () => toTheMinute(Date.now()),
  )
}

/** The time in milliseconds, moving once a second; one timer serves everything that shows an age. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, () => 0)
}

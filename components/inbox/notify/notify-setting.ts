'use client'

import { useSyncExternalStore } from 'react'

const settingKey = 'heddle.notify'
const seenKey = 'heddle.notify.seen'

/** `blocked`: the browser was told to show none; `missing`: it has none. */
export type NotifySetting = 'on' | 'off' | 'blocked' | 'missing'

const listeners = new Set<() => void>()
const tellAll = () => {
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab has changed it.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function read(): NotifySetting {
  if (!('Notification' in window)) return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  return stored(settingKey) === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

export function useNotifySetting(): NotifySetting {
  return useSyncExternalStore(subscribe, read, () => 'off')
}

/** Asks the browser, which asks the person: only ever on a click. */
export async function turnNotifications(on: boolean): Promise<void> {
  if (on && Notification.permission === 'default') await Notification.requestPermission()
  // What came while it was off is not news.
  store(seenKey, null)
  store(settingKey, on ? 'on' : 'off')
  tellAll()
}

/** Up to when tasks were seen, for whichever tab goes on. */
export const readSeen = (): string | null => stored(seenKey)
export const keepSeen = (seen: string): void => store(seenKey, seen)

function stored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // Storage is switched off: then nothing is kept.
  }
}

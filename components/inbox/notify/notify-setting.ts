'use client'

import { useSyncExternalStore } from 'react'
import { keep, readKept } from '#components/shell/browser-storage.ts'

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
  return readKept(settingKey) === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

export function useNotifySetting(): NotifySetting {
  return useSyncExternalStore(subscribe, read, () => 'off')
}

/** Asks the browser, which asks the person: only ever on a click. */
export async function turnNotifications(on: boolean): Promise<void> {
  if (on && Notification.permission === 'default') await Notification.requestPermission()
  // What came while it was off is not news.
  keep(seenKey, null)
  keep(settingKey, on ? 'on' : 'off')
  tellAll()
}

/** Up to when tasks were seen, for whichever tab goes on. */
export const readSeen = (): string | null => readKept(seenKey)
export const keepSeen = (seen: string): void => keep(seenKey, seen)

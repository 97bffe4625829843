'use client'

import { useSyncExternalStore } from 'react'
import { keep, readKept } from '#components/shell/browser-storage.ts'
import { readTold, type Told } from './told.ts'

const settingKey = 'heddle.notify'
const toldKey = 'heddle.notify.told'

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
  keep(toldKey, null)
  keep(settingKey, on ? 'on' : 'off')
  tellAll()
}

/** What was told, for whichever tab goes on. */
export const told = (): Told | null => readTold(readKept(toldKey))
export const keepTold = (told: Told): void => keep(toldKey, JSON.stringify(told))

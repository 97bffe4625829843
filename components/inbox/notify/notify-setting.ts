'use client'

import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#components/shell/browser-storage.ts'
import { type NoticeRecord, parseNoticeRecord } from './notice-record.ts'

const settingKey = 'heddle.notify'
const recordKey = 'heddle.notify.told'

/** `blocked`: the browser may show no notifications; `missing`: the browser does not support them. */
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
  return readStored(settingKey) === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

export function useNotifySetting(): NotifySetting {
  return useSyncExternalStore(subscribe, read, () => 'off')
}

/** Requests the browser's permission, which prompts the person: called only on a click. */
export async function switchNotifications(on: boolean): Promise<void> {
  if (on && Notification.permission === 'default') await Notification.requestPermission()
  // Tasks that arrived while notifications were off are not news.
  writeStored(recordKey, null)
  writeStored(settingKey, on ? 'on' : 'off')
  tellAll()
}

/** The record of reported tasks, shared with the tab that takes over. */
export const readNoticeRecord = (): NoticeRecord | null => parseNoticeRecord(readStored(recordKey))
export const storeNoticeRecord = (record: NoticeRecord): void => writeStored(recordKey, JSON.stringify(record))

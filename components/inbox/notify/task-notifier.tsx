'use client'

import { BellOff, BellRing } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { listenToChanges } from '#components/api/changes-store.ts'
import { useApiClient } from '#components/api/trpc.ts'
import { everywhere } from '#components/shell/actions/action.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { inboxTexts } from '../texts/inbox.ts'
import { newsOf, querySince } from './notice-record.ts'
import { type Notice, noticesOf } from './notices.ts'
import { readNoticeRecord, storeNoticeRecord, switchNotifications, useNotifySetting } from './notify-setting.ts'

const lock = 'heddle-notifications'
/** A burst of changes causes one request. */
const gatherMs = 500
/** Put-off tasks return without a change of any run. */
const pollMs = 30_000

/**
 * Shows desktop notices of tasks that are new, passed on, back or late, where notifications are on. One tab of the
 * browser does this for all tabs, also in the background.
 */
export function TaskNotifier() {
  const client = useApiClient()
  const router = useRouter()
  const setting = useNotifySetting()
  const isOn = setting === 'on'
  const open = useEffectEvent((path: string) => {
    window.focus()
    router.push(path)
  })
  const look = useEffectEvent(async () => {
    const before = readNoticeRecord()
    const { until } = before ?? (await client.inbox.news.query({ since: null }))
    const found = newsOf(await client.inbox.news.query({ since: querySince(until) }), before, until)
    storeNoticeRecord(found.record)
    for (const notice of noticesOf(found.news)) show(notice, open)
  })
  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    const lead = () => followChanges(() => look(), ended.signal)
    // Without the Web Locks API, the tag of a message still prevents duplicates of it.
    const led = 'locks' in navigator ? navigator.locks.request(lock, { signal: ended.signal }, lead) : lead()
    led.catch(() => undefined)
    return () => ended.abort()
  }, [isOn])
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'inbox.notify',
          label: isOn ? inboxTexts.turnOffDesktopNotifications : inboxTexts.turnOnDesktopNotifications,
          group: everywhere.general,
          icon: isOn ? BellOff : BellRing,
          keywords: ['notification', 'desktop', 'bell'],
          enabled: setting === 'on' || setting === 'off',
          perform: () => void switchNotifications(!isOn),
        },
      ],
      [isOn, setting],
    ),
  )
  return null
}

/**
 * Checks at once, after every change and at an interval, until `signal` aborts. A failed request is repeated at the
 * next change.
 */
function followChanges(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    timer = undefined
    look().catch(() => undefined)
  }
  const stop = listenToChanges(() => {
    timer ??= setTimeout(ask, gatherMs)
  })
  const repeating = setInterval(ask, pollMs)
  if (!signal.aborted) ask()
  return new Promise((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      clearInterval(repeating)
      resolve()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

function show({ tag, title, body, path }: Notice, open: (path: string) => void): void {
  const notification = new Notification(title, { tag, body, icon: '/icon.svg' })
  notification.onclick = () => {
    notification.close()
    open(path)
  }
}

'use client'

import { useState } from 'react'
import { keep, readKept } from '#components/shell/browser-storage.ts'

const key = 'heddle.bulk.dismissed'
const most = 50

/** The operations dismissed in this browser; without browser storage they are shown again after a reload. */
export function useDismissed() {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(read)
  const dismiss = (id: string) => {
    const next = [...dismissed, id].slice(-most)
    setDismissed(new Set(next))
    keep(key, JSON.stringify(next))
  }
  return { dismissed, dismiss }
}

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(readKept(key) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

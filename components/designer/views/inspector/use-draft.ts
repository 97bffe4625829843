'use client'

import { useEffect, useRef, useState } from 'react'
import type { Json } from '#core/json.ts'
import { createWritingPace, performLater } from '../../model/pacing/writing-pace.ts'
import { useSession } from '../../model/session-context.tsx'
import { isAsCommitted } from './values/as-committed.ts'

/** The value of a typed text; `error` when the text has no value yet. */
export type Meaning = { readonly value: Json | undefined } | { readonly error: string }

export interface Draft {
  readonly text: string
  readonly error: string | null
  change(text: string): void
  finish(): void
}

/**
 * A text field over a value of the document. While the user types, the field shows the typed text, and the document gets
 * each typed text that has a meaning. When the field loses the focus, or the document changes (undo), the field shows the
 * value of the document. `standIn` is the value of the document where the text is empty.
 */
export function useDraft(
  value: Json | undefined,
  show: (value: Json | undefined) => string,
  read: (text: string) => Meaning,
  set: (value: Json | undefined) => string | null,
  standIn?: Json,
): Draft {
  const { document } = useSession()
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const committed = useRef<Json | undefined>(value)
  const waiting = useRef<{ readonly value: Json | undefined; cancel(): void } | null>(null)
  const latest = useRef(set)
  latest.current = set
  const [pace] = useState(createWritingPace)

  const write = (next: Json | undefined) => {
    const startedAt = performance.now()
    committed.current = next
    const refusal = latest.current(next)
    pace.wrote(performance.now() - startedAt)
    return refusal
  }
  const flush = useRef(() => {})
  flush.current = () => {
    if (waiting.current === null) return
    waiting.current.cancel()
    const { value: next } = waiting.current
    waiting.current = null
    setError(write(next))
  }
  useEffect(() => {
    const flushNow = () => flush.current()
    const release = document.holdTyping(flushNow)
    return () => {
      flushNow()
      release()
    }
  }, [document])

  const isStale = typed !== null && error === null && waiting.current === null
  if (isStale && !isAsCommitted(committed.current, value, standIn)) setTyped(null)
  return {
    text: typed ?? show(value),
    error,
    change(text) {
      waiting.current?.cancel()
      waiting.current = null
      const meaning = read(text)
      setTyped(text)
      if ('error' in meaning) setError(meaning.error)
      else {
        const when = pace.next()
        if (when === 'at_once') setError(write(meaning.value))
        else waiting.current = { value: meaning.value, cancel: performLater(when, () => flush.current()) }
      }
    },
    finish() {
      flush.current()
      setTyped(null)
      setError(null)
    },
  }
}

/** An empty text removes the key. */
export const readText = (text: string): Meaning => ({ value: text === '' ? undefined : text })
export const showText = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

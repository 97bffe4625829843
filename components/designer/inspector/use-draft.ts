'use client'

import { useRef, useState } from 'react'
import type { Json } from '#core/json.ts'
import { sameData } from '../document/reuse-equal.ts'

/** What a typed text means as a value; `error` when it means nothing yet. */
export type Meaning = { readonly value: Json | undefined } | { readonly error: string }

export interface Draft {
  readonly text: string
  readonly error: string | null
  change(text: string): void
  finish(): void
}

/**
 * A text field over a value of the document. While it is typed into, it shows
 * what was typed, and the document gets every state that means something; when
 * it is left, or the document changes under it (undo), it shows the document's.
 */
export function useDraft(
  value: Json | undefined,
  show: (value: Json | undefined) => string,
  read: (text: string) => Meaning,
  set: (value: Json | undefined) => string | null,
): Draft {
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const committed = useRef<Json | undefined>(value)
  if (typed !== null && error === null && !sameData(committed.current, value)) setTyped(null)
  return {
    text: typed ?? show(value),
    error,
    change(text) {
      const meaning = read(text)
      if ('error' in meaning) setError(meaning.error)
      else {
        committed.current = meaning.value
        setError(set(meaning.value))
      }
      setTyped(text)
    },
    finish() {
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

'use client'

import { useMemo, useRef } from 'react'
import { type Notes, notesOf } from '#core/graph/notes.ts'
import { useDocument } from '../../model/session-context.tsx'

/** The notes of the draft. While the text cannot be parsed, the last known notes. */
export function useNotes(): Notes {
  const text = useDocument((document) => document.text)
  const parsed = useDocument((document) => document.parsed)
  const last = useRef<Notes>({ ofSteps: new Map(), free: [] })
  return useMemo(() => {
    if (parsed.definition !== null) last.current = notesOf(text, parsed)
    return last.current
  }, [text, parsed])
}

'use client'

import { useEffect, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'

interface NoteEditorProps {
  readonly label: string
  readonly text: string
  /** Null: it stays as it was. */
  readonly onDone: (text: string | null) => void
}

/** The words of a note, while they are written: leaving it keeps them, Escape does not. */
export function NoteEditor({ label, text: before, onDone }: NoteEditorProps) {
  const [text, setText] = useState(before)
  const field = useRef<HTMLTextAreaElement>(null)
  const left = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }, [before])
  const finish = (words: string | null) => {
    if (left.current) return
    left.current = true
    onDone(words === before ? null : words)
  }
  return (
    <textarea
      ref={field}
      aria-label={label}
      placeholder="A comment in the YAML"
      value={text}
      maxLength={limits.definition.noteCharacters}
      rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(text)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') finish(null)
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) finish(text)
      }}
      className="nodrag nopan nowheel block w-full resize-none rounded-s bg-transparent px-2 py-1.5 text-small text-ink outline-none"
    />
  )
}

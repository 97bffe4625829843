'use client'

import { useEffect, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { designerTexts } from '../../texts/designer.ts'

interface NoteEditorProps {
  readonly label: string
  readonly text: string
  /** Without a text it stays as it was. `byKey`: nothing else has been turned to. */
  readonly onDone: (text: string | null, byKey: boolean) => void
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
  const finish = (words: string | null, byKey: boolean) => {
    if (left.current) return
    left.current = true
    onDone(words === before ? null : words, byKey)
  }
  return (
    <textarea
      ref={field}
      aria-label={label}
      placeholder={designerTexts.commentInYAML}
      value={text}
      maxLength={limits.definition.noteCharacters}
      rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(text, false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') finish(null, true)
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) finish(text, true)
      }}
      className="nodrag nopan nowheel block w-full resize-none rounded-s bg-transparent px-2 py-1.5 text-small text-ink outline-none"
    />
  )
}

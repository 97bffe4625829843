'use client'

import { useStore as useFlow, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import { useSession } from '../../model/session-context.tsx'

/** The frame that is drawn around steps selects the notes in it, too: the canvas library knows only its own nodes. */
export function FramedNotes() {
  const session = useSession()
  const api = useStoreApi()
  const frame = useFlow((flow) => flow.userSelectionRect)
  useEffect(() => {
    const { domNode } = api.getState()
    if (frame === null || domNode === null) return
    const { left, top } = domNode.getBoundingClientRect()
    const isIn = ({ left: x, top: y, right, bottom }: DOMRect) =>
      x - left >= frame.x &&
      y - top >= frame.y &&
      right - left <= frame.x + frame.width &&
      bottom - top <= frame.y + frame.height
    const notes = [...domNode.querySelectorAll<HTMLElement>('[data-note]')]
      .filter((note) => isIn(note.getBoundingClientRect()))
      .flatMap(({ dataset: { note } }) => (note === undefined ? [] : [note]))
    const before = session.selection.store.getState().notes
    if (notes.length !== before.size || notes.some((note) => !before.has(note)))
      session.selection.selectNotes(new Set(notes))
  }, [frame, session, api])
  return null
}

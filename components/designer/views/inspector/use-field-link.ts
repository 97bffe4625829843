'use client'

import { type FocusEvent, type RefObject, useEffect } from 'react'
import { useSession } from '../../model/session-context.tsx'
import { findField } from './find-field.ts'

/**
 * Links fields and lines of the text in both directions: the focused field is reported to the text editor, and the
 * field at the text cursor is marked by `data-pointed`, without moving the focus.
 */
export function useFieldLink(root: RefObject<HTMLElement | null>) {
  const session = useSession()

  useEffect(() => {
    const { view, selection } = session.deferred
    let field: HTMLElement | null = null
    let frame = 0
    const mark = () => {
      cancelAnimationFrame(frame)
      // The step and the tab that contain the field are rendered one frame later.
      frame = requestAnimationFrame(() => {
        const { fieldPointed } = view.getState()
        const before = field
        field = fieldPointed === null ? null : findField(root.current, fieldPointed)
        if (field === before) return
        before?.removeAttribute('data-pointed')
        field?.setAttribute('data-pointed', '')
        field?.scrollIntoView({ block: 'nearest' })
      })
    }
    const stops = [
      view.subscribe((state, before) => {
        const isSame = state.fieldPointed === before.fieldPointed && state.inspectorSection === before.inspectorSection
        if (!isSame) mark()
      }),
      selection.subscribe(mark),
    ]
    return () => {
      cancelAnimationFrame(frame)
      for (const stop of stops) stop()
    }
  }, [session, root])

  return {
    onFocus({ target }: FocusEvent) {
      session.view.inField(target.closest<HTMLElement>('[data-field]')?.dataset.field ?? null)
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) session.view.inField(null)
    },
  }
}

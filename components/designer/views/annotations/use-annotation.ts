'use client'

import { type FocusEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ActionScope } from '#components/shell/actions/action.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { type Annotation, type AnnotationView, annotationsIn, tabStopOf } from '../../model/stores/annotations.ts'

const scope: ActionScope = 'annotation'
/**
 * Overlays that give the focus back when they close; the toolbar of the outline belongs to the row that had the focus.
 */
const over = '[role="dialog"], [role="menu"], [role="toolbar"]'

/** For what is left by the keyboard or the pointer: does a note or a group that had the focus stay what is meant? */
export const staysMeant = (goesTo: EventTarget | null) => goesTo instanceof Element && goesTo.closest(over) !== null

/** Makes an element the handle of a note or a group for the keyboard: all of a place are one stop of the Tab key. */
export function useAnnotation<Handle extends HTMLElement>({ kind, id }: Annotation, place: AnnotationView) {
  const session = useSession()
  const handle = useRef<Handle>(null)
  const last = useStore(session.annotations.store, (state) => state.last)
  const isStop = useDocument((document) => tabStopOf(annotationsIn(document, place), last) === id)
  const asked = useStore(
    session.annotations.store,
    ({ request }) => request !== null && request.id === id && request.place === place,
  )
  useEffect(() => {
    if (!asked || handle.current === null) return
    session.annotations.met()
    handle.current.focus({ preventScroll: place === 'canvas' })
  }, [asked, session, place])
  return {
    ref: handle,
    tabIndex: isStop ? 0 : -1,
    'data-action-scope': scope,
    onFocus({ target, currentTarget }: FocusEvent<Handle>) {
      // Its words, while they are written in it, are not the handle.
      if (target !== currentTarget) return
      // A closing overlay gives the focus back, and its action may be about to use the selection.
      const isBack = session.annotations.store.getState().current?.id === id
      session.annotations.focused({ kind, id }, place)
      // A user who has selected notes goes on to other notes, and back to the steps.
      if (!isBack && session.selection.store.getState().notes.size === 0) session.selection.clear()
      // A click needs no scrolling: the user already sees the annotation.
      if (place === 'canvas' && target.matches(':focus-visible')) session.canvas?.show(target)
    },
    onBlur({ relatedTarget }: FocusEvent<Handle>) {
      if (!staysMeant(relatedTarget)) session.annotations.left()
    },
  }
}

'use client'

import { useEffect } from 'react'
import { announce } from '#components/ui/overlay/announce.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { isLongerThan } from '#core/expression/byte-length.ts'
import { limits } from '#core/limits.ts'
import { pasteText, removeCopied, sayNothingPasted, selectionAsText } from '../../commands/clipboard.ts'
import { chosenNotes, countWords } from '../../commands/move-notes.ts'
import type { Session } from '../../model/session.ts'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'

/**
 * Copy, cut and paste by the browser's own events: they need no permission and
 * reach every other tab and program. Text fields keep theirs, but for steps
 * that are pasted into the YAML: those go where the list can take them, under
 * names that are free.
 */
export function useClipboard(session: Session): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const cuts = event.type === 'cut'
      if (event.defaultPrevented || isTyping(event.target) || isTextSelected()) return
      if (cuts && session.document.store.getState().broken) return
      const text = selectionAsText(session)
      if (text === null) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
      if (cuts) removeCopied(session)
      else announce(copiedWords(session))
    }
    const paste = (event: ClipboardEvent) => {
      const { broken } = session.document.store.getState()
      if (event.defaultPrevented || broken || isInDialog(event.target)) return
      const inText = isIn(event.target, '.cm-editor')
      if ((isTyping(event.target) && !inText) || (inText && isTextSelected())) return
      const pasted = event.clipboardData?.getData('text/plain') ?? ''
      if (inText && !/^\s*(?:#.*\s+)*steps[ \t]*:/.test(pasted)) return
      if (!inText && isLongerThan(limits.definition.textBytes, pasted)) {
        const detail = viewsCanvasTexts.workflowCanHaveUpTo(limits.definition.textBytes / 1024)
        showToast({ tone: 'failed', title: viewsCanvasTexts.tooMuchToPaste, detail })
        return
      }
      if (!pasteText(session, pasted)) {
        if (isOnCanvas(event.target)) sayNothingPasted(pasted)
        return
      }
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    // Before the text editor, which would take it as letters.
    document.addEventListener('paste', paste, true)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste, true)
    }
  }, [session])
}

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null
const isTyping = (target: EventTarget | null) => isIn(target, 'input, textarea, select, [contenteditable=true]')
/** Nothing else on the page takes what is pasted there. */
const isOnCanvas = (target: EventTarget | null) =>
  target === document.body || isIn(target, '[aria-label="Canvas"], [data-action-scope="outline"]')
const isInDialog = (target: EventTarget | null) => isIn(target, '[role=dialog], [role=alertdialog]')
const isTextSelected = () => (window.getSelection()?.toString() ?? '') !== ''

function copiedWords(session: Session): string {
  const [step, ...others] = session.selection.store.getState().steps
  const notes = chosenNotes(session).length
  if (step !== undefined && others.length + notes === 0) return viewsCanvasTexts.copied(step)
  return viewsCanvasTexts.copied(countWords(step === undefined ? 0 : others.length + 1, notes))
}

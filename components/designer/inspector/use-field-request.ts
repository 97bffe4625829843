'use client'

import { type RefObject, useEffect } from 'react'
import { useFieldsView, useSession } from '../session-context.tsx'

/** What is typed into comes before the buttons around it. */
const typing = 'input:not([disabled]),textarea:not([disabled]),[contenteditable="true"]'
const focusable = `${typing},button:not([disabled]),[role="combobox"]`

/** Focuses the field that somebody asked for: the one whose `data-field` is the longest beginning of the path. */
export function useFieldRequest(root: RefObject<HTMLElement | null>): void {
  const { view } = useSession()
  const request = useFieldsView((view) => view.fieldRequest)
  useEffect(() => {
    if (request === null) return
    // The tab that holds the field is rendered with this request; its content stands a frame later.
    const frame = requestAnimationFrame(() => {
      for (let length = request.path.length; length > 0; length -= 1) {
        const key = CSS.escape(request.path.slice(0, length).join('.'))
        const field = root.current?.querySelector<HTMLElement>(`[data-field="${key}"]`)
        const control = field?.querySelector<HTMLElement>(typing) ?? field?.querySelector<HTMLElement>(focusable)
        if (field === undefined || field === null) continue
        field.scrollIntoView({ block: 'nearest' })
        control?.focus()
        if (control instanceof HTMLInputElement) control.select()
        break
      }
      view.met('fieldRequest')
    })
    return () => cancelAnimationFrame(frame)
  }, [request, root, view])
}

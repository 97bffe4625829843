'use client'

import { type RefObject, useEffect } from 'react'
import { useFieldsView, useSession } from '../../model/session-context.tsx'
import { findField } from './find-field.ts'

/** Text inputs take precedence over the buttons around them. */
const typing = 'input:not([disabled]),textarea:not([disabled]),[contenteditable="true"]'
const focusable = `${typing},button:not([disabled]),[role="combobox"]`

/** Focuses the requested field: the one whose `data-field` is the longest prefix of the path. */
export function useFieldRequest(root: RefObject<HTMLElement | null>): void {
  const { view } = useSession()
  const request = useFieldsView((view) => view.fieldRequest)
  useEffect(() => {
    if (request === null) return
    // The tab that contains the field renders with this request; its content is there a frame later.
    const frame = requestAnimationFrame(() => {
      const field = findField(root.current, request.path)
      const control = field?.querySelector<HTMLElement>(typing) ?? field?.querySelector<HTMLElement>(focusable)
      field?.scrollIntoView({ block: 'nearest' })
      control?.focus()
      if (control instanceof HTMLInputElement) control.select()
      view.met('fieldRequest')
    })
    return () => cancelAnimationFrame(frame)
  }, [request, root, view])
}

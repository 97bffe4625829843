'use client'

import { type RefObject, useEffect } from 'react'
import { useSession, useView } from '../../model/session-context.tsx'
import type { DockTab } from '../../model/view-store.ts'

/** Focuses the first focusable element of a panel when a panel request names the panel. */
export function usePanelFocus(tab: DockTab, panel: RefObject<HTMLElement | null>): void {
  const { view } = useSession()
  const request = useView((state) => state.panelRequest)
  useEffect(() => {
    if (request?.tab !== tab || panel.current === null) return
    const first = panel.current.querySelector<HTMLElement>('button, a, [tabindex="0"]')
    if (first) first.focus()
    else panel.current.focus()
    view.met('panelRequest')
  }, [request, tab, panel, view])
}

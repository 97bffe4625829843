'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { TreeRow } from './fold-rows.ts'
import { rowHeight } from './run-row.tsx'

/**
 * Keeps the scroll position when rows appear above the viewport: the row at the top of the window stays where it is. At
 * the very top new rows simply come in.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly TreeRow<{ runId: string }>[],
): void {
  const before = useRef<readonly TreeRow<{ runId: string }>[]>([])
  useLayoutEffect(() => {
    const element = scroller.current
    const old = before.current
    before.current = rows
    if (!element || element.scrollTop === 0 || old === rows) return
    const top = Math.floor(element.scrollTop / rowHeight)
    const anchor = old[top]?.run.runId
    const now = anchor === undefined ? -1 : rows.findIndex((row) => row.run.runId === anchor)
    if (now > top) element.scrollTop += (now - top) * rowHeight
  }, [scroller, rows])
}

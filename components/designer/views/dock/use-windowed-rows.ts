'use client'

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { withRow } from './with-row.ts'

const rowHeight = 28
/** The overscan. Short lists are rendered completely, so that the browser's search finds rows out of view. */
const rowsAhead = 200
/** The assumed size before the panel has been measured, so that focus finds a rendered row. */
const initialRect = { width: 0, height: 300 }
/** The space above the first row and below the last row, in pixels. */
const padding = 4

/**
 * The virtualized rows of a panel: the rows in or near the view, and always the row with the key `kept`. Keys are
 * unique.
 */
export function useWindowedRows(scroller: RefObject<HTMLElement | null>, keys: readonly string[], kept?: string) {
  return useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect,
    overscan: rowsAhead,
    paddingStart: padding,
    paddingEnd: padding,
    getItemKey: (index) => keys[index] ?? index,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), kept === undefined ? -1 : keys.indexOf(kept)),
  })
}

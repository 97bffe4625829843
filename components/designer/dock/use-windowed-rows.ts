'use client'

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { withRow } from './with-row.ts'

const rowHeight = 28
/** Short lists are there as a whole, so that the search of the browser finds what is out of view. */
const rowsAhead = 200
/** Before the panel has been measured: whoever goes to it finds a row to go to. */
const initialRect = { width: 0, height: 300 }
/** Above the first row and below the last, in pixels. */
const padding = 4

/** The rows of a panel that are in view or near it, and the one with the key `kept` wherever it is. Keys are unique. */
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

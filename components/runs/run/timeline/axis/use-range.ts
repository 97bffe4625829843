'use client'

import { createParser, debounce, useQueryState } from 'nuqs'
import { useCallback, useMemo } from 'react'
import type { Range } from './axis.ts'

/** `zoom=1200-3400`: milliseconds since the run began. The address is updated with a debounce during zooming. */
const zoomInUrl = createParser<Range>({
  parse: (text) => {
    const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
    return from !== undefined && Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : null
  },
  serialize: ({ from, to }) => `${Math.round(from)}-${Math.max(Math.round(to), Math.round(from) + 1)}`,
}).withOptions({ history: 'replace', limitUrlUpdates: debounce(200) })

/** The range of the run that fills the timeline; null for the whole run. */
export function useRange(start: number): readonly [Range | null, (range: Range | null) => void] {
  const [since, setSince] = useQueryState('zoom', zoomInUrl)
  const range = useMemo(() => since && { from: start + since.from, to: start + since.to }, [since, start])
  const setRange = useCallback(
    (next: Range | null) => void setSince(next && { from: next.from - start, to: next.to - start }),
    [setSince, start],
  )
  return [range, setRange]
}

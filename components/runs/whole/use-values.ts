import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Json } from '#core/json.ts'
import { type PlacedRef, refsIn } from '#core/run/payload-ref.ts'
import { givable, type ReadValues, readValues } from './read-values.ts'

export interface Values {
  /** By hash. */
  readonly values: ReadonlyMap<string, Json>
  readonly isReading: boolean
  /** What of a value that was made with these is only a reference, and cannot be given so. */
  apartIn(value: Json | undefined): readonly PlacedRef[]
}

export interface ValuesWanted {
  readonly isWanted?: boolean
  /** Bytes of all of them. */
  readonly most?: number
}

const nothing: ReadValues = { values: new Map(), own: new Set() }

/** The large values of a run to which `holder` refers, as far as they may be given again. */
export function useValues(
  runId: string | null,
  holder: Json | undefined,
  { isWanted = true, most }: ValuesWanted = {},
): Values {
  const hashes = useMemo(() => givable(holder, most), [holder, most])
  const query = useQuery({
    queryKey: ['values', runId, hashes],
    queryFn: () => readValues(runId ?? '', hashes),
    enabled: isWanted && runId !== null && hashes.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { values, own } = query.data ?? nothing
  const isReading = query.isLoading
  return useMemo(
    () => ({ values, isReading, apartIn: (value) => refsIn(value).filter(({ sha256 }) => !own.has(sha256)) }),
    [values, own, isReading],
  )
}

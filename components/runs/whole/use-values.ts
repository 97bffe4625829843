import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Json } from '#core/json.ts'
import { type PlacedRef, refsIn } from '#core/run/payload/payload-ref.ts'
import { givable, type ReadValues, readValues } from './read-values.ts'

export interface Values {
  /** Values by hash. */
  readonly values: ReadonlyMap<string, Json>
  readonly isReading: boolean
  /** The parts of a value made with these values that are still references, and so cannot be submitted. */
  apartIn(value: Json | undefined): readonly PlacedRef[]
}

export interface ValuesWanted {
  readonly isWanted?: boolean
  /** Maximum number of bytes of all values. */
  readonly most?: number
}

const nothing: ReadValues = { values: new Map(), own: new Set() }

/** The offloaded values of a run that `holder` refers to, as far as they may be submitted again. */
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

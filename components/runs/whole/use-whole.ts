import { useMemo } from 'react'
import type { Json } from '#core/json.ts'
import { withValues } from '#core/run/payload-ref.ts'
import { useValues, type Values, type ValuesWanted } from './use-values.ts'

interface Whole<Value> extends Values {
  /** With the large values in the places of their references. */
  readonly value: Value
}

/** A value that a run shows, to be given again: whole, for a reference to what is kept apart is no value of anybody. */
export function useWhole<Value extends Json | undefined>(
  runId: string | null,
  value: Value,
  wanted?: ValuesWanted,
): Whole<Value> {
  const read = useValues(runId, value, wanted)
  return useMemo(
    () => ({ ...read, value: value === undefined ? value : (withValues(value, read.values) as Value) }),
    [value, read],
  )
}

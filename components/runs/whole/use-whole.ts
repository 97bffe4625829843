import { useMemo } from 'react'
import type { Json } from '#core/json.ts'
import { withValues } from '#core/run/payload/payload-ref.ts'
import { useValues, type Values, type ValuesWanted } from './use-values.ts'

interface Whole<Value> extends Values {
  /** The value with large values in place of their references. */
  readonly value: Value
}

/** A value of a run in full, to be submitted again: a reference to an offloaded value is no valid input. */
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

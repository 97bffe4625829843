'use client'

import { useMemo } from 'react'
import { type Names, namesIn } from '#core/run/sentence/waiting.ts'
import { useDirectory } from './use-people.ts'

/** What the directory calls people and groups; an id is called by itself until that is known. */
export function useNames(): Names {
  const { data } = useDirectory()
  return useMemo(() => namesIn(data?.people ?? [], data?.groups ?? []), [data])
}

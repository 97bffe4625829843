'use client'

import { useMemo } from 'react'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { type Names, namesIn } from '#core/run/sentence/waiting.ts'
import { useDirectory } from './use-people.ts'

/** Names of people and groups in the directory; ids stand in for names until the directory is loaded. */
export function useNames(): Names {
  const { data } = useDirectory()
  return useMemo(() => namesIn((data?.people ?? []).map(shown), (data?.groups ?? []).map(shown)), [data])
}

const shown = <Entry extends { readonly name: string }>(entry: Entry): Entry => ({
  ...entry,
  name: isolateText(entry.name),
})

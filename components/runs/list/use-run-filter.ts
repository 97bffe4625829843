'use client'

import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'

const parsers = {
  status: parseAsArrayOf(parseAsString).withDefault([]),
  workflow: parseAsString.withDefault(''),
  q: parseAsString.withDefault(''),
  /** Children as rows of their own, too. */
  children: parseAsBoolean.withDefault(false),
}

/** The filter of the list, kept in the address, and what it means to the server. */
export function useRunFilter() {
  const [filter, setFilter] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { status, workflow, q, children } = filter
  const query = useMemo(
    () => ({
      ...(status.length > 0 ? { status } : {}),
      ...(workflow ? { workflow } : {}),
      ...(q ? { search: q } : {}),
      rootsOnly: !children,
    }),
    [status, workflow, q, children],
  )
  const isFiltered = status.length > 0 || workflow !== '' || q !== ''
  return { filter, setFilter, query, isFiltered }
}

export type RunFilter = ReturnType<typeof useRunFilter>

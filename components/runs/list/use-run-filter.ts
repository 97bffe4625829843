'use client'

import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs'
import { useMemo } from 'react'

const parsers = {
  status: parseAsArrayOf(parseAsString).withDefault([]),
  workflow: parseAsString.withDefault(''),
  q: parseAsString.withDefault(''),
  /** Children as rows of their own, too. */
  children: parseAsBoolean.withDefault(false),
  /** Test runs of drafts, too. */
  tests: parseAsBoolean.withDefault(false),
}

/** The filter of the list, kept in the address, and what it means to the server. */
export function useRunFilter() {
  const [filter, setFilter] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const { status, workflow, q, children, tests } = filter
  const isSearched = status.length > 0 || q !== ''
  const query = useMemo(
    () => ({
      ...(status.length > 0 ? { status } : {}),
      ...(workflow ? { workflow } : {}),
      ...(q ? { search: q } : {}),
      ...(tests ? { tests: 'with' as const } : {}),
      // A question about a status or a word is about every run; the plain list folds sub-workflows under their parents.
      rootsOnly: !children && !isSearched,
    }),
    [status, workflow, q, children, tests, isSearched],
  )
  return { filter, setFilter, query, isSearched, isFiltered: isSearched || workflow !== '' }
}

export type RunFilter = ReturnType<typeof useRunFilter>

'use client'

import {
  createLoader,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  useQueryStates,
} from 'nuqs'
import { useMemo, useState } from 'react'
import { isNarrowed, isSearch, type RunAddress, runQuery } from './run-query.ts'

const texts = parseAsArrayOf(parseAsString).withDefault([])
const text = parseAsString.withDefault('')

const parsers = {
  status: texts,
  workflow: text,
  q: text,
  version: parseAsInteger,
  tag: texts,
  error: text,
  value: texts,
  since: text,
  from: text,
  to: text,
  endedFrom: text,
  endedTo: text,
  /** Seconds. */
  longer: parseAsInteger,
  shorter: parseAsInteger,
  /** The fingerprint of a failure. */
  cause: text,
  trouble: text,
  queue: text,
  owner: text,
  region: text,
  /** `yes` or `no`: a person is awaited in them, or below. */
  waits: text,
  /** Children as rows of their own, too. */
  children: parseAsBoolean.withDefault(false),
  /** Test runs of drafts, too. */
  tests: parseAsBoolean.withDefault(false),
  /** `cause`: failures by their cause instead of runs. */
  by: text,
}

const nothing = Object.fromEntries(Object.keys(parsers).map((key) => [key, null])) as Record<keyof typeof parsers, null>

/** The filter that such an address says. */
export const readAddress = createLoader(parsers)

/** The address of the list with such a filter. */
export const writeAddress = createSerializer(parsers)

/** The filter of the list, kept in the address, and what it means to the server. */
export function useRunFilter() {
  const [filter, setFilter] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const [openedAt] = useState(() => Date.now())
  const query = useMemo(() => runQuery(filter, openedAt), [filter, openedAt])
  /** Everything but which kinds of rows are shown. */
  const clear = () => {
    const { children, tests, by } = filter
    void setFilter({ ...nothing, children, tests, by })
  }
  /** What another choice would mean to the server, with everything else as it is. */
  const queryWith = (choice: Partial<RunAddress>) => runQuery({ ...filter, ...choice }, openedAt)
  return { filter, setFilter, clear, query, queryWith, isSearched: isSearch(filter), isFiltered: isNarrowed(filter) }
}

export type RunFilter = ReturnType<typeof useRunFilter>

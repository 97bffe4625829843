'use client'

import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  useQueryStates,
} from 'nuqs'
import { useMemo } from 'react'
import { useMinute } from '#components/ui/use-now.ts'
import { readSeconds } from './read-seconds.ts'
import type { RunAddress } from './run-address.ts'
import { isNarrowed, isSearch, runQuery } from './run-query.ts'
import { readable, unreadable, without } from './unreadable.ts'

const texts = parseAsArrayOf(parseAsString).withDefault([])
const text = parseAsString.withDefault('')

/** What is none is told apart from what is not said. */
const wholeNumber = createParser({
  parse: (written) => (/^\d{1,9}$/.test(written) ? Number(written) : Number.NaN),
  serialize: String,
})

/** Of seconds, with thousandths: as exactly as runs are timed. */
const seconds = createParser({
  parse: (written) => readSeconds(written) ?? Number.NaN,
  serialize: String,
})

const parsers = {
  status: texts,
  workflow: text,
  /** Not of such workflows: `Nightly_*`. */
  except: text,
  q: text,
  version: wholeNumber,
  tag: texts,
  error: text,
  value: texts,
  since: text,
  from: text,
  to: text,
  endedFrom: text,
  endedTo: text,
  /** Seconds. */
  longer: seconds,
  shorter: seconds,
  /** The fingerprint of a failure. */
  cause: text,
  trouble: text,
  queue: text,
  owner: text,
  region: text,
  /** `person`, `signal`, `yes` (either) or `no`: what is awaited in them, or below. */
  waits: text,
  /** The run whose sub-workflows they are. */
  parent: text,
  /** Children as rows of their own, too. */
  children: parseAsBoolean.withDefault(false),
  /** Test runs of drafts, too. */
  tests: parseAsBoolean.withDefault(false),
  /** `cause`: failures by their cause instead of runs; `step`: the steps of one workflow across its runs. */
  by: text,
}

const nothing = Object.fromEntries(Object.keys(parsers).map((key) => [key, null])) as Record<keyof typeof parsers, null>

/** Whose steps are shown across its runs: only one workflow's can be. */
export function workflowOfGrid({ by, workflow }: { readonly by: string; readonly workflow: string }): string | null {
  return by === 'step' && workflow !== '' ? workflow : null
}

/** The filter that such an address says. */
export const readAddress = createLoader(parsers)

/** The address of the list with such a filter. */
export const writeAddress = createSerializer(parsers)

/** The filter of the list, kept in the address, and what it means to the server. */
export function useRunFilter() {
  const [address, setFilter] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const now = useMinute()
  const query = useMemo(() => runQuery(address, now), [address, now])
  /** Everything but which kinds of rows are shown. */
  const clear = () => {
    const { children, tests, by } = address
    void setFilter({ ...nothing, children, tests, by })
  }
  /** Takes what cannot be read out of the address. */
  const mend = () => void setFilter(readable(address))
  const wrong = unreadable(address).map((each) => ({
    ...each,
    remove: () => void setFilter(without(address, each)),
  }))
  /** What another choice would mean to the server, with everything else as it is. */
  const queryWith = (choice: Partial<RunAddress>) => runQuery({ ...address, ...choice }, now)
  return {
    /** What of the address can be read. */
    filter: readable(address),
    /** What of it cannot; there is no query then. */
    wrong,
    setFilter,
    clear,
    mend,
    query,
    queryWith,
    isSearched: isSearch(address),
    isFiltered: isNarrowed(address),
  }
}

export type RunFilter = ReturnType<typeof useRunFilter>

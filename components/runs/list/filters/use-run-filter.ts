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
import { useMinute } from '#components/ui/text/use-now.ts'
import { readSeconds } from './read-seconds.ts'
import type { RunAddress } from './run-address.ts'
import { isNarrowed, runQuery } from './run-query.ts'
import { readable, unreadable, without } from './unreadable.ts'

const texts = parseAsArrayOf(parseAsString).withDefault([])
const text = parseAsString.withDefault('')

/** An unreadable value is kept apart from a missing value. */
const wholeNumber = createParser({
  parse: (written) => (/^\d{1,9}$/.test(written) ? Number(written) : Number.NaN),
  serialize: String,
})

/** Seconds with three decimals, the precision of run durations. */
const seconds = createParser({
  parse: (written) => readSeconds(written) ?? Number.NaN,
  serialize: String,
})

const parsers = {
  status: texts,
  workflow: text,
  /** A name pattern of excluded workflows, such as `Nightly_*`. */
  except: text,
  q: text,
  /** Searched for anywhere in the input and state of the newest runs. */
  within: text,
  version: wholeNumber,
  tag: texts,
  error: text,
  value: texts,
  since: text,
  from: text,
  to: text,
  endedFrom: text,
  endedTo: text,
  /** The least duration in seconds. */
  longer: seconds,
  shorter: seconds,
  /** The fingerprint of a failure. */
  cause: text,
  trouble: text,
  queue: text,
  /** The step at which live runs stand, and the step at which runs failed. */
  atStep: text,
  failedStep: text,
  /** Phases, and their severities. */
  phase: texts,
  severity: texts,
  /** A resource that the runs hold. */
  resource: text,
  owner: text,
  region: text,
  /** `person`, `signal`, `yes` (either) or `no`: what the run, or a run below it, waits for. */
  waits: text,
  /** The parent run of the runs. */
  parent: text,
  /** Child runs are listed as rows of their own, too. */
  children: parseAsBoolean.withDefault(false),
  /** Test runs of drafts are listed, too. */
  tests: parseAsBoolean.withDefault(false),
  /** `cause`: failures by their cause instead of runs; `step`: the steps of one workflow across its runs. */
  by: text,
}

const nothing = Object.fromEntries(Object.keys(parsers).map((key) => [key, null])) as Record<keyof typeof parsers, null>

/** The workflow whose steps are shown across its runs; the grid shows exactly one workflow. */
export function workflowOfGrid({ by, workflow }: { readonly by: string; readonly workflow: string }): string | null {
  return by === 'step' && workflow !== '' ? workflow : null
}

/** Reads the filter from an address. */
export const readAddress = createLoader(parsers)

/** Writes the filter into the address of the list. */
export const writeAddress = createSerializer(parsers)

/** The filter of the list, kept in the address, and the server query for it. */
export function useRunFilter() {
  const [address, setFilter] = useQueryStates(parsers, { history: 'replace', clearOnDefault: true })
  const now = useMinute()
  const query = useMemo(() => runQuery(address, now), [address, now])
  /** Clears all conditions and keeps the choice of row kinds. */
  const clear = () => {
    const { children, tests, by } = address
    void setFilter({ ...nothing, children, tests, by })
  }
  /** Removes unreadable values from the address. */
  const mend = () => void setFilter(readable(address))
  const wrong = unreadable(address).map((each) => ({
    ...each,
    remove: () => void setFilter(without(address, each)),
  }))
  /** The server query with another choice and all other conditions unchanged. */
  const queryWith = (choice: Partial<RunAddress>) => runQuery({ ...address, ...choice }, now)
  return {
    /** The readable part of the address. */
    filter: readable(address),
    /** The unreadable values of the address; `query` is null while there are any. */
    wrong,
    setFilter,
    clear,
    mend,
    query,
    queryWith,
    isFiltered: isNarrowed(address),
  }
}

export type RunFilter = ReturnType<typeof useRunFilter>

'use client'

import { useQuery } from '@tanstack/react-query'
import { BookOpen, CircleCheck, ListTree, SquareFunction, Workflow } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { copyText } from '#components/ui/text/copy-text.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { workflowTitle } from '#core/definition/title.ts'
import { statusWord } from '#core/run/status-words.ts'
import { runPath, workflowPath } from '../paths.ts'
import { shellTexts } from '../texts/shell.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** Runs and tasks of one search: as many as a group of the palette shows. */
const most = 8
/** The shortest text by which runs and tasks are searched. */
const leastCharacters = 2
/** Headings of the documentation have every word: they come last. */
const documentationWeight = 0.4
/** The pause in typing after which the server is asked. */
const pauseMs = 120

export interface FoundEntry extends PaletteEntry {
  readonly isFound?: true
}

/** What the server knows of the typed text: workflows, runs by id or value, open tasks and functions. */
export function useFoundEntries(typed: string): {
  readonly entries: readonly FoundEntry[]
  readonly isSearching: boolean
} {
  const router = useRouter()
  const open = (path: string) => () => router.push(path)
  const functions = useFunctionEntries(typed !== '')
  const documentation = useDocumentationEntries(typed !== '', open)
  const text = useSettledText(typed)
  const workflows = useWorkflowEntries(text, open)
  const runs = useRunEntries(text, open)
  const tasks = useTaskEntries(text, open)
  return {
    entries: [...workflows, ...runs.entries, ...tasks.entries, ...functions, ...documentation],
    isSearching: text !== typed.trim() || runs.isSearching || tasks.isSearching,
  }
}

type Open = (path: string) => () => void

/** Workflows by their ids and titles; the server finds the titles. */
function useWorkflowEntries(text: string, open: Open): readonly FoundEntry[] {
  const api = useApi()
  const names = useQuery(api.workflows.names.queryOptions())
  const found = useQuery(
    api.workflows.list.queryOptions(
      { search: text, limit: most },
      { enabled: text.length >= leastCharacters, placeholderData: (previous) => previous },
    ),
  )
  const titles = new Map(found.data?.items.map(({ name, title }) => [name, title]))
  return (names.data ?? []).map((name) => {
    const label = workflowTitle({ workflow_type: name, title: titles.get(name) })
    return {
      id: `workflow ${name}`,
      label,
      group: shellTexts.workflows,
      icon: Workflow,
      keywords: [name],
      ...(label === name ? {} : { hint: name }),
      perform: open(workflowPath(name)),
    }
  })
}

/** Functions are copied by name: a step calls a function by it. */
function useFunctionEntries(isAsked: boolean): readonly FoundEntry[] {
  const functions = useQuery(useApi().workflows.functions.queryOptions(undefined, { enabled: isAsked }))
  return (functions.data ?? []).map(({ name, file, doc }) => ({
    id: `function ${name}`,
    label: name,
    group: shellTexts.functions,
    icon: SquareFunction,
    hint: file,
    ...(doc === null ? {} : { keywords: [doc] }),
    perform: () =>
      void copyText(name).then((copied) => copied && showToast({ tone: 'done', title: shellTexts.copied(name) })),
  }))
}

function useRunEntries(text: string, open: Open) {
  const isId = /^[0-9a-f]{8}[0-9a-f-]*$/i.test(text)
  const runs = useQuery(
    useApi().runs.list.queryOptions(
      { search: text, rootsOnly: !isId, limit: most },
      { enabled: text.length >= leastCharacters, placeholderData: (previous) => previous },
    ),
  )
  const entries = (text.length < leastCharacters ? [] : (runs.data?.items ?? [])).map(
    ({ runId, workflow, about, status, humanWait, error }): FoundEntry => ({
      id: `run ${runId}`,
      label: [workflow, ...(about ?? []).map(({ value }) => isolateText(value))].join(' · '),
      group: shellTexts.runs,
      icon: ListTree,
      hint: `${statusWord(status, humanWait)} · ${runId.slice(0, 8)}`,
      keywords: [runId, ...(error === null ? [] : [error.message])],
      isFound: true,
      perform: open(runPath(runId)),
    }),
  )
  return { entries, isSearching: runs.isFetching }
}

function useTaskEntries(text: string, open: Open) {
  const tasks = useQuery(
    useApi().inbox.list.queryOptions(
      { scope: 'available', filter: { search: text }, limit: most },
      { enabled: text.length >= leastCharacters, placeholderData: (previous) => previous },
    ),
  )
  const entries = (text.length < leastCharacters ? [] : (tasks.data?.items ?? [])).map(
    ({ taskId, title, workflow }): FoundEntry => ({
      id: `task ${taskId}`,
      label: isolateText(title),
      group: shellTexts.tasks,
      icon: CircleCheck,
      hint: workflow,
      isFound: true,
      perform: open(`/inbox?task=${taskId}`),
    }),
  )
  return { entries, isSearching: tasks.isFetching }
}

/** Pages of the documentation, and the headings in them. */
function useDocumentationEntries(isAsked: boolean, open: Open): readonly FoundEntry[] {
  const pages = useQuery(useApi().help.entries.queryOptions(undefined, { enabled: isAsked, staleTime: Infinity }))
  return (pages.data ?? []).flatMap(({ path, title, summary, headings }) => {
    const common = { group: shellTexts.documentation, icon: BookOpen, weight: documentationWeight }
    return [
      { ...common, id: `help ${path}`, label: title, keywords: [summary], perform: open(path) },
      ...headings.map(({ id, title: heading }) => ({
        ...common,
        id: `help ${path}#${id}`,
        label: heading,
        hint: title,
        perform: open(`${path}#${id}`),
      })),
    ]
  })
}

/** The text after a pause in typing, so that the server is not asked for each letter. */
function useSettledText(typed: string): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return text
}

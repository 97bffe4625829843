import { create } from 'zustand'
import type { Json } from '#core/json.ts'

interface DraftState {
  /** Typed and unsent form values, by task. */
  readonly values: Readonly<Record<string, Json>>
}

const most = 200

const useDraftStore = create<DraftState>()(() => ({ values: {} }))

/** The typed value of a task, kept across navigation; undefined without any. */
export const useAnswerDraft = (taskId: string): Json | undefined => useDraftStore(({ values }) => values[taskId])

export const answerDraftOf = (taskId: string): Json | undefined => useDraftStore.getState().values[taskId]

/** Keeps a typed value; undefined removes it. The oldest values are dropped when there are too many. */
export function storeAnswerDraft(taskId: string, value: Json | undefined): void {
  useDraftStore.setState(({ values: { [taskId]: _, ...others } }) => {
    const newest = Object.entries(others).slice(1 - most)
    return { values: value === undefined ? others : { ...Object.fromEntries(newest), [taskId]: value } }
  })
}

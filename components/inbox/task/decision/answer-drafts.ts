import { create } from 'zustand'
import type { Json } from '#core/json.ts'

interface TypedState {
  /** Typed and unsent form values, by task. */
  readonly values: Readonly<Record<string, Json>>
}

const most = 200

const useTypedStore = create<TypedState>()(() => ({ values: {} }))

/** The typed value of a task, kept across navigation; undefined without any. */
export const useTyped = (taskId: string): Json | undefined => useTypedStore(({ values }) => values[taskId])

export const typedFor = (taskId: string): Json | undefined => useTypedStore.getState().values[taskId]

/** Keeps a typed value; undefined removes it. The oldest values are dropped when there are too many. */
export function keepTyped(taskId: string, value: Json | undefined): void {
  useTypedStore.setState(({ values: { [taskId]: _, ...others } }) => {
    const kept = Object.entries(others).slice(1 - most)
    return { values: value === undefined ? others : { ...Object.fromEntries(kept), [taskId]: value } }
  })
}

import { create } from 'zustand'
import type { Json } from '#core/json.ts'

interface TypedState {
  /** By task: what was typed into its form and not sent. */
  readonly values: Readonly<Record<string, Json>>
}

const most = 200

const useTypedStore = create<TypedState>()(() => ({ values: {} }))

/** What was typed for a task, wherever one went meanwhile; undefined while nothing was. */
export const useTyped = (taskId: string): Json | undefined => useTypedStore(({ values }) => values[taskId])

export const typedFor = (taskId: string): Json | undefined => useTypedStore.getState().values[taskId]

/** Keeps what was typed; undefined forgets it. The oldest are forgotten when there are too many. */
export function keepTyped(taskId: string, value: Json | undefined): void {
  useTypedStore.setState(({ values: { [taskId]: _, ...others } }) => {
    const kept = Object.entries(others).slice(1 - most)
    return { values: value === undefined ? others : { ...Object.fromEntries(kept), [taskId]: value } }
  })
}

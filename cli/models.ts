import type { keyObject } from '#server/api/rest/key-object.ts'
import type {
  cancelObject,
  eventObject,
  overrideObject,
  rerunPreviewObject,
  runListItem,
  runObject,
  TreeObject,
} from '#server/api/rest/run-object.ts'
import type { taskListItem, taskObject } from '#server/api/rest/task-object.ts'

/** Answers of the REST API, by the types of the routes themselves. */
export type RunItem = ReturnType<typeof runListItem>
export type RunObject = ReturnType<typeof runObject>
export type EventObject = ReturnType<typeof eventObject>
export type RunTree = TreeObject

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

export interface StartedRun {
  readonly run_id: string
  readonly status: string
}

/** A run that was done again: as which. */
export interface RerunObject {
  readonly run_id: string
  readonly rerun_of: string
}

export type TaskItem = ReturnType<typeof taskListItem>
export type TaskObject = ReturnType<typeof taskObject>
export type CancelPreviewObject = ReturnType<typeof cancelObject>
export type RunPreview = ReturnType<typeof rerunPreviewObject> | ReturnType<typeof overrideObject>
export type KeyObject = ReturnType<typeof keyObject>

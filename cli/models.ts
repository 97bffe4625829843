import type { paths } from '#sdk/client/generated/api-types.ts'

/** Answers of the REST API and parameters of requests, by the types of the OpenAPI document. */
export type {
  ApiKey as KeyObject,
  HistoryEvent as EventObject,
  Run as RunObject,
  RunItem,
  RunTree,
  Task as TaskObject,
  TaskItem,
} from '#sdk/client/index.ts'

type PreviewRoute = paths['/v1/workflow-runs/{id}/preview']['get']
type Preview = PreviewRoute['responses'][200]['content']['application/json']

export type PreviewQuery = PreviewRoute['parameters']['query']
export type CancelPreviewObject = Extract<Preview, { undoes: unknown }> | Extract<Preview, { because: unknown }>
export type RunPreview = Exclude<Preview, { undoes: unknown }>

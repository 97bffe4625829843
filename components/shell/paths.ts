/** The paths of pages. A workflow's name may contain slashes; each part is one segment of the path. */
export const workflowPath = (name: string) => `/workflows/${name.split('/').map(encodeURIComponent).join('/')}`
/** A step of a workflow: its designer with the step selected. */
export const draftStepPath = (name: string, step: string) => `${workflowPath(name)}#step=${encodeURIComponent(step)}`
/** The step in the hash of a designer's address; null without one. */
export const stepOfHash = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('step')
/** The comparison of two versions of a workflow; `draft` is the draft. */
export const diffPath = (name: string, from: number | 'draft', to: number | 'draft') =>
  `${workflowPath(name)}/diff?from=${from}&to=${to}`

/** The content of a path below /workflows: `…/diff` with versions to compare is no part of the name. */
export function workflowPlace(
  segments: readonly string[],
  search: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly view: 'designer' | 'diff' } {
  const parts = segments.map(decodeURIComponent)
  const isDiff = parts.length > 1 && parts.at(-1) === 'diff' && (search.from !== undefined || search.to !== undefined)
  return isDiff ? { name: parts.slice(0, -1).join('/'), view: 'diff' } : { name: parts.join('/'), view: 'designer' }
}

/** The alert rules of a workflow. */
export const alertsPath = (workflow: string) => `/settings/alerts?workflow=${encodeURIComponent(workflow)}`

export const webhooksPath = '/settings/webhooks'
/** A webhook in the settings, with its deliveries. */
export const webhookPath = (id: string) => `${webhooksPath}?webhook=${id}`

/** The page of locks; with a resource, that one in view. */
export const locksPath = (resource?: string) =>
  resource === undefined ? '/locks' : `/locks?resource=${encodeURIComponent(resource)}`

export const runPath = (runId: string) => `/runs/${runId}`
/** A run with the question about its rollback open. */
export const rollbackPath = (runId: string) => `${runPath(runId)}?view=envelope&act=rollback`
/** A step of a run: its page with the step selected. */
export const stepPath = (runId: string, step: string) => `${runPath(runId)}?step=${encodeURIComponent(step)}`
/** An offloaded value of a run, as a file. */
export const payloadPath = (runId: string, sha256: string) => `/v1/workflow-runs/${runId}/values/${sha256}`
/** A file of a run, as a download. */
export const runFilePath = (runId: string, fileId: string) => `/v1/workflow-runs/${runId}/files/${fileId}`
/** One event of a run: its page at that instant, with the event in the history. */
export const eventPath = (runId: string, seq: number) => `${runPath(runId)}?view=history&at=${seq}`

/** Conditions of the list of runs, as its address has them. */
export interface RunsAddress {
  /** The search for words, ids and names. */
  readonly q?: string
  readonly status?: readonly string[]
  readonly workflow?: string
  readonly version?: number
  readonly endedFrom?: string
  readonly endedTo?: string
  readonly cause?: string
  /** The least duration in seconds. */
  readonly longer?: number
  readonly trouble?: string
  readonly queue?: string | undefined
  readonly atStep?: string
  readonly failedStep?: string
  readonly phase?: readonly string[]
  readonly severity?: readonly string[]
  /** A resource that the runs hold. */
  readonly resource?: string
  readonly parent?: string
  readonly waits?: 'person' | 'signal'
  /** Sub-workflow runs are listed beside their roots. */
  readonly children?: boolean
  /** Failures by their cause, or the steps of the workflow across its runs, instead of a list. */
  readonly by?: 'cause' | 'step'
}

/** The list of runs with a filter. */
export function runsPath(filter: RunsAddress = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(filter)) {
    if (value !== undefined && value !== '' && value.length !== 0) search.set(key, String(value))
  }
  const query = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return query === '' ? '/runs' : `/runs?${query}`
}

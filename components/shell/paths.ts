/** Where things are. A workflow's name may contain slashes; each part is one segment of the path. */
export const workflowPath = (name: string) => `/workflows/${name.split('/').map(encodeURIComponent).join('/')}`
/** Two versions of a workflow against each other; `draft` is the draft. */
export const diffPath = (name: string, from: number | 'draft', to: number | 'draft') =>
  `${workflowPath(name)}/diff?from=${from}&to=${to}`

/** What a path below /workflows shows: `…/diff` with something to compare is no part of the name. */
export function workflowPlace(
  segments: readonly string[],
  search: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly view: 'designer' | 'diff' } {
  const parts = segments.map(decodeURIComponent)
  const isDiff = parts.length > 1 && parts.at(-1) === 'diff' && (search.from !== undefined || search.to !== undefined)
  return isDiff ? { name: parts.slice(0, -1).join('/'), view: 'diff' } : { name: parts.join('/'), view: 'designer' }
}

export const runPath = (runId: string) => `/runs/${runId}`
/** One event of a run: its page as it was then, with the event in the history. */
export const eventPath = (runId: string, seq: number) => `${runPath(runId)}?view=history&at=${seq}`

/** The list of runs with a filter: `status` words, a workflow and one of its versions. */
export function runsPath(filter: { status?: readonly string[]; workflow?: string; version?: number } = {}): string {
  const search = new URLSearchParams()
  if (filter.status && filter.status.length > 0) search.set('status', filter.status.join(','))
  if (filter.workflow) search.set('workflow', filter.workflow)
  if (filter.version) search.set('version', String(filter.version))
  const query = search.toString().replaceAll('%2C', ',')
  return query === '' ? '/runs' : `/runs?${query}`
}

/** Where things are. A workflow's name may contain slashes; each part is one segment of the path. */
export const workflowPath = (name: string) => `/workflows/${name.split('/').map(encodeURIComponent).join('/')}`
export const runPath = (runId: string) => `/runs/${runId}`

/** The list of runs with a filter: `status` words and a workflow. */
export function runsPath(filter: { status?: readonly string[]; workflow?: string } = {}): string {
  const search = new URLSearchParams()
  if (filter.status && filter.status.length > 0) search.set('status', filter.status.join(','))
  if (filter.workflow) search.set('workflow', filter.workflow)
  const query = search.toString().replaceAll('%2C', ',')
  return query === '' ? '/runs' : `/runs?${query}`
}

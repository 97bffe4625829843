import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'

/** The fields of a run that the REST journeys read; the API has more. */
export interface RestRun {
  readonly run_id: string
  readonly status: string
  readonly workflow_status: string
  readonly workflow_state: Record<string, unknown>
}

export interface RestEvent {
  readonly seq: number
  readonly type: string
  readonly step?: string
  readonly iteration?: number
  readonly payload?: Readonly<Record<string, unknown>>
}

/** A client of one Heddle's REST API; every call must succeed. */
export function restClient(url: string) {
  async function call<Answer>(
    method: string,
    path: string,
    body?: string,
    contentType = 'application/json',
  ): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': contentType } }),
    })
    const text = await response.text()
    // A machine under load may have no connection to the database for a while; nothing was done then.
    if (response.status === 503 && text.includes('no free connection')) {
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      return call(method, path, body, contentType)
    }
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true)
    return JSON.parse(text)
  }
  return {
    /** The exact bytes that were last published. */
    async text(name: string): Promise<string> {
      const response = await fetch(`${url}/v1/workflows/${encodeURIComponent(name)}`)
      expect(response.status).toBe(200)
      return response.text()
    },
    /** Publishes a text that may be refused. */
    async tryPublish(yaml: string): Promise<{ status: number; answer: string }> {
      const headers = { 'content-type': 'application/yaml' }
      const response = await fetch(`${url}/v1/workflows`, { method: 'POST', headers, body: yaml })
      return { status: response.status, answer: await response.text() }
    },
    publish: (yaml: string) => call('POST', '/v1/workflows', yaml, 'application/yaml'),
    start: (name: string, input: unknown, more: { readonly drive?: 'manual' } = {}) =>
      call<{ run_id: string; status: string }>(
        'POST',
        `/v1/workflows/run?name=${encodeURIComponent(name)}`,
        JSON.stringify({ input, ...more }),
      ),
    /** Starts a run and waits until the run opens a task: tasks enter the lists in the order of these calls. */
    async startToAsk(name: string, input: unknown): Promise<string> {
      const { run_id } = await this.start(name, input)
      await expect.poll(async () => (await this.run(run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
      return run_id
    },
    /** Runs of a version that have completed. */
    completed: async (workflow: string, version: number) =>
      (
        await call<{ items: RestRun[] }>(
          'GET',
          `/v1/workflow-runs?workflow=${encodeURIComponent(workflow)}&version=${version}&status=completed&limit=100`,
        )
      ).items,
    runsOf: (workflow: string, more = '') =>
      call<{ items: RestRun[] }>('GET', `/v1/workflow-runs?workflow=${encodeURIComponent(workflow)}${more}`),
    run: (id: string) => call<RestRun>('GET', `/v1/workflow-runs/${id}`),
    history: (id: string) => call<{ items: RestEvent[] }>('GET', `/v1/workflow-runs/${id}/history?limit=200`),
    retry: (id: string, how: object) => call('POST', `/v1/workflow-runs/${id}/retry`, JSON.stringify(how)),
    signal: (id: string, name: string, payload: unknown = {}) =>
      call('POST', `/v1/workflow-runs/${id}/signal`, JSON.stringify({ signal_name: name, payload })),
    /** A request of an agent. */
    agent: (verb: 'register' | 'unregister', body: object) => call('POST', `/v1/agent/${verb}`, JSON.stringify(body)),
    /** The phases of a run in the order of its log, each with the one before. */
    async phaseChanges(id: string): Promise<readonly string[]> {
      const { items } = await this.history(id)
      return items.flatMap(({ type, payload }) =>
        type === 'workflow.phase.changed' ? [`${payload?.from}>${payload?.to}`] : [],
      )
    },
    resume: (id: string, input: unknown) => call('POST', `/v1/workflow-runs/${id}/resume`, JSON.stringify({ input })),
  }
}

import { expect } from 'vitest'
import { eventually, type TestApi } from './test-api.ts'

/** A task as an agent gets it by HTTP. */
export interface AgentTask {
  readonly task_id: string
  readonly token: string
  readonly kind: string
  readonly run_id: string
  readonly type: string
  readonly up_to_seq: number
  readonly from_seq?: number
  readonly args?: readonly unknown[]
  readonly news?: readonly { readonly kind: string; readonly value?: unknown }[]
  readonly history?: { readonly news: NonNullable<AgentTask['news']>; readonly commands: readonly unknown[] }
}

/** An agent that knows JSON and the addresses alone: its body of `Greet` is written by hand over news and commands. */
export function agentByHand(api: () => TestApi) {
  const json = async (answer: Response) => [answer.status, (await answer.json()) as never] as const
  const ask = async (path: string, body: object) => json(await api().post(`/v1/agent${path}`, body))
  const register = (agent_id: string) =>
    ask('/register', {
      agent_id,
      queues: ['py'],
      workflows: [{ type: 'Greet', hash: 'abc', source: 'async def greet(name): ...', queries: ['state'] }],
    })
  const poll = async (agent_id: string, more: object = {}) => {
    const body = { agent_id, wait_seconds: 30, ...more }
    const [status, answer] = await ask('/poll', body)
    expect(status).toBe(200)
    return (answer as { tasks: readonly AgentTask[] }).tasks
  }
  const one = async (agent_id: string, more: object = {}) => (await poll(agent_id, more))[0] as AgentTask
  const respond = ({ task_id, token }: AgentTask, answer: object) =>
    ask(`/tasks/${task_id}/respond`, { token, ...answer })
  const blocked = (task: AgentTask, commands: readonly object[] = []) =>
    respond(task, { up_to_seq: task.up_to_seq, outcome: 'blocked', commands })
  const start = async (input: object = {}) => {
    const [status, body] = await json(await api().post('/v1/workflows/run?name=Greet', { input }))
    expect(status).toBe(201)
    return String((body as { run_id: string }).run_id)
  }
  const ended = (id: string, status: string) =>
    eventually(async () => {
      const [, run] = await json(await api().fetch(`/v1/workflow-runs/${id}`))
      return (run as { workflow_status: string }).workflow_status === status ? run : undefined
    })
  return { json, ask, register, poll, one, respond, blocked, start, ended }
}

import type { Json } from '#core/json.ts'
import type { News } from '#core/run/code/code-state.ts'
import type { WholeHistory } from '#server/engine/executor/code/messages.ts'

/** A task in the wire format; which fields are set depends on its kind. */
export interface ServerTask {
  readonly task_id: string
  readonly token: string
  readonly kind: 'step' | 'activity' | 'workflow' | 'query'
  readonly run_id: string
  readonly workflow: string
  readonly type: string
  readonly lease_seconds: number
  readonly attempt: number
  readonly step?: string
  readonly iteration?: number
  readonly key?: string
  readonly timeout_ms?: number
  readonly heartbeat_timeout_ms?: number
  readonly args?: readonly Json[]
  readonly with?: Json
  readonly input?: Json
  readonly state?: Json
  readonly name?: string
  readonly up_to_seq?: number
  readonly from_seq?: number
  readonly news?: readonly News[]
  readonly history?: WholeHistory
  readonly first_run_id?: string
}

/** A refusal of the server, with its error code. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
  }
}

/** A client of the routes of agents. */
export interface AgentServer {
  post<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer>
}

/** The longest wait for the server's reply to any request but a poll. */
const ANSWER_MS = 30_000

/** `token`: an API key; absent: a server of this machine without login. */
export function agentServer(url: string, token: string | undefined): AgentServer {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return {
    async post<Answer>(path: string, body: object, signal: AbortSignal = AbortSignal.timeout(ANSWER_MS)) {
      const response = await fetch(new URL(`/v1/agent${path}`, url), {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal,
        redirect: 'error',
      })
      const answer = (await response.json().catch(() => ({}))) as Answer & { error?: { code: string; message: string } }
      if (response.ok) return answer
      const { code = 'UNAVAILABLE', message = `The server answers ${response.status}.` } = answer.error ?? {}
      throw new Refused(response.status, code, message)
    },
  }
}

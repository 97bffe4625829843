import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Hono } from 'hono'
import { keyIdOf, sessionToken, signedText } from '../session.ts'

/** A task as PostGrip's protocol has it. */
export interface WireTask {
  readonly id: string
  readonly type: string
  readonly state: string
  readonly queue: string
  readonly payload: { readonly [key: string]: unknown; readonly args?: readonly unknown[] }
  readonly result?: { readonly value?: unknown; readonly continue_as_new?: { readonly task_id: string } }
  readonly error?: string
}

export interface WireEvent {
  readonly type: string
  readonly task_id?: string
  readonly attributes: { readonly [key: string]: unknown }
}

/** An Ed25519 key pair of a session, with the public key as a registration takes it. */
export function signingKeys(): { readonly privateKey: KeyObject; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(String(x), 'base64url').toString('base64') }
}

/** A client that knows the protocol's paths and JSON alone: as an agent with its session, or as a program without one. */
export class PostgripClient {
  readonly #app: () => Hono
  readonly #agentId: string | null
  readonly #keys: ReturnType<typeof signingKeys> | null

  constructor(app: () => Hono, agentId: string | null = null, keys: ReturnType<typeof signingKeys> | null = null) {
    this.#app = app
    this.#agentId = agentId
    this.#keys = keys
  }

  async ask<Answer = unknown>(method: string, path: string, body?: object): Promise<readonly [number, Answer]> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const url = `http://heddle/api/v1${path}`
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      ...(this.#agentId !== null && {
        authorization: `Bearer ${sessionToken({ agentId: this.#agentId, key: null })}`,
      }),
    }
    if (this.#keys && method === 'POST' && path.startsWith('/agent/tasks/')) {
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const signed = signedText(new Request(url, { method }), timestamp, Buffer.from(text))
      headers['x-agent-signature'] = sign(null, signed, this.#keys.privateKey).toString('base64')
      headers['x-agent-signature-key-id'] = keyIdOf(Buffer.from(this.#keys.publicKey, 'base64'))
      headers['x-agent-signature-timestamp'] = timestamp
    }
    const answer = await this.#app().request(url, { method, headers, ...(body !== undefined && { body: text }) })
    return [answer.status, (await answer.json()) as Answer]
  }

  async start(type: string, args: readonly unknown[], more: object = {}): Promise<WireTask> {
    const payload = { workflowType: type, args, ...more }
    const [, task] = await this.ask<WireTask>('POST', '/tasks', { type: `workflow:${type}`, queue: 'pg', payload })
    return task
  }

  async poll(types = 'workflow:,activity:,query:,update:'): Promise<WireTask> {
    const path = `/agent/poll?queue=pg&agent_id=${this.#agentId}&wait_seconds=30&task_types=${types}`
    const [, { task }] = await this.ask<{ task: WireTask }>('GET', path)
    return task
  }

  history = async ({ id }: WireTask) => (await this.ask<readonly WireEvent[]>('GET', `/workflows/${id}/history`))[1]
  task = async (id: string) => (await this.ask<WireTask>('GET', `/tasks/${id}`))[1]
  enqueue = (of: WireTask, type: string, payload: object) => {
    const holder = type.startsWith('workflow:') ? 'parentWorkflowTaskId' : 'workflowTaskId'
    return this.ask<WireTask>('POST', '/tasks', { type, queue: 'pg', payload: { [holder]: of.id, ...payload } })
  }
  block = ({ id }: WireTask) => this.ask<WireTask>('POST', `/agent/tasks/${id}/block`, { reason: 'waiting' })
  complete = ({ id }: WireTask, value: unknown, more: object = {}) =>
    this.ask<WireTask>('POST', `/agent/tasks/${id}/complete`, { result: { value, ...more } })
  fail = ({ id }: WireTask, error: string, failure: object = {}) =>
    this.ask<WireTask>('POST', `/agent/tasks/${id}/fail`, {
      error,
      result: { failure: { message: error, ...failure } },
    })
}

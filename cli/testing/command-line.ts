import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestApi, type TestApi } from '#server/api/testing/test-api.ts'
import { openLoginFile } from '../login/login-file.ts'
import { runProgram } from '../program.ts'

export const url = 'http://127.0.0.1:3000'
export const approval = `# keep me
workflow_type: Approval
steps:
  - name: Double
    function: t.double
  - name: Ask
    type: HUMAN
    title: Shall "it" be?
    form:
      type: object
      required: [approved]
      properties:
        approved: { type: boolean, title: Do you agree? }
        note: { type: string }
  - name: Pass
    function: t.pass
`
const family = `workflow_type: Family\nsteps: [{ name: Try, type: PARALLEL, tasks: [{ name: first, sub_workflow_type: Board }, { name: second, sub_workflow_type: Board }] }]\n`
const board = 'workflow_type: Board\nsteps: [{ name: Sign, type: HUMAN, groups: [board] }]\n'
const patient = `workflow_type: Patient\nsteps: [{ name: Fail, function: t.fail, retry: { max_attempts: 3, initial_interval_seconds: 3600 } }]\n`
const stuck = `workflow_type: Stuck
saga_enabled: true
steps: [{ name: Book, function: t.double, compensate_function: t.hang }, { name: Fail, function: t.fail }]
`
export const broken = 'workflow_type: Broken\nsteps:\n  - name: Fail\n    function: t.fail\n'

export let api: TestApi
export let folder: string

/** Starts the API and publishes the workflows before the tests of a file, and stops the API after them. */
export function withApi(): void {
  beforeAll(async () => {
    api = await startTestApi({ functions: 'export function hang() { return new Promise(() => undefined) }' })
    folder = await mkdtemp(join(tmpdir(), 'heddle-cli-'))
    for (const text of [approval, broken, patient, board, family, stuck])
      expect((await api.publish(text)).status).toBe(201)
  })
  afterAll(async () => {
    await api.stop()
    await rm(folder, { recursive: true })
    expect(api.errors).toEqual([])
  })
}

export interface Reported {
  readonly code: number
  readonly out: string
  readonly said: string
}

/** Runs a command line as a shell would, against the API in this process. */
export async function heddle(
  words: readonly string[],
  {
    input = '',
    columns = 200,
    send = sendHere,
    signal = new AbortController().signal,
    answers = [] as readonly string[],
    environment = {} as { readonly url?: string; readonly token?: string },
  } = {},
): Promise<Reported> {
  let out = ''
  let said = ''
  const waiting = [...answers]
  const terminal = {
    out(text: string) {
      out += text
    },
    say(text: string) {
      said += text
    },
    ask: async (question: string) => {
      const answer = waiting.shift()
      if (answer !== undefined) said += question
      return answer ?? null
    },
    input: async () => input,
    columns,
    colours: false,
    now: Date.now,
    signal,
  }
  const code = await runProgram(words, {
    terminal,
    url,
    send,
    environment: { url: environment.url, token: environment.token },
    loginFile: openLoginFile(join(folder, 'config', 'login.json')),
  })
  return { code, out, said }
}
export const sendHere: typeof fetch = (address, init) => {
  const { pathname, search } = new URL(String(address))
  return api.fetch(`${pathname}${search}`, init)
}
export const idOf = ({ out }: Reported) => out.trim()
export const start = async (...words: string[]) => idOf(await heddle(['run', ...words]))
export const file = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
/** The open task of a run that waits for somebody. */
export async function taskOf(runId: string): Promise<string> {
  const found = async () => {
    const { out } = await heddle(['inbox', '--json', '-n', '200'])
    const { items } = JSON.parse(out) as { items: readonly { task_id: string; run_id: string }[] }
    return items.find(({ run_id }) => run_id === runId)?.task_id
  }
  await expect.poll(found).toBeDefined()
  return (await found()) as string
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { fileErrors } from '../../files/file-errors.ts'
import { createUploadGate } from '../../files/upload-gate.ts'
import { removeLeftovers } from '../../operations/retention/remove-leftovers.ts'
import { addressHeader } from '../../request-address.ts'
import { appRouter } from '../router.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'
import { formRoutes } from './forms.ts'

let api: TestApi
let forms: ReturnType<typeof formRoutes>
const pool = () => api.services.stores.pool
beforeAll(async () => {
  api = await startTestApi()
  forms = formRoutes({ stores: api.services.stores, actorOf: async () => null })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

interface Stored {
  readonly heddle_file: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
}

const pdf = '%PDF-1.7 <script>alert(1)</script>'
const upload = (name: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/octet-stream') =>
  api.fetch(`/v1/files?name=${encodeURIComponent(name)}`, { method: 'POST', headers: { 'content-type': type }, body })
const uploaded = async (name = 'Invoice ü.pdf', body = pdf) => (await (await upload(name, body)).json()) as Stored
const start = (workflow: string, input: object) => api.post(`/v1/workflows/run?name=${workflow}`, { input })
const started = async (workflow: string, input: object) => {
  const response = await start(workflow, input)
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return ((await response.json()) as { run_id: string }).run_id
}
const download = (runId: string, id: string) => api.fetch(`/v1/workflow-runs/${runId}/files/${id}`)
const publish = async (text: string) => {
  const response = await api.publish(text)
  expect(response.status, await response.clone().text()).toBeLessThan(300)
}
const schema =
  'input_schema: { type: object, properties: { invoice: { type: object, format: heddle-file, accept: [.pdf], maxBytes: 5000 } } }'
const isStored = async (id: string) =>
  ((await pool().query('select from payload where sha256 = $1', [id])).rowCount ?? 0) > 0
const pass = (name: string) => publish(`workflow_type: ${name}\n${schema}\nsteps: [{ name: A, function: t.pass }]\n`)

describe('an uploaded file', () => {
  it('is refused by its name, its content, its size and an undeclared body', async () => {
    const cases: readonly (readonly [Parameters<typeof upload>, number, string])[] = [
      [['virus.exe', 'x'], 422, 'INVALID_INPUT'],
      [['picture.png', 'MZ'], 422, 'INVALID_INPUT'],
      [['picture.png', pdf], 422, 'INVALID_INPUT'],
      [['empty.txt', ''], 422, 'INVALID_INPUT'],
      [['large.txt', new Uint8Array(10 * 1024 * 1024 + 1)], 413, 'TOO_LARGE'],
      [['form.txt', 'x', 'multipart/form-data; boundary=x'], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ]
    for (const [sent, status, code] of cases) {
      const response = await upload(...sent)
      const { error } = (await response.json()) as { error: { code: string } }
      expect([response.status, error.code]).toEqual([status, code])
    }
  })

  it('is downloaded from the runs that use it, never shown in place, and from no other', async () => {
    await pass('Files')
    const file = await uploaded()
    expect(file).toMatchObject({ name: 'Invoice ü.pdf', media_type: 'application/pdf', bytes: pdf.length })
    const [runId, other] = [await started('Files', { invoice: file }), await started('Files', {})]
    const response = await download(runId, file.heddle_file)
    expect(await response.text()).toBe(pdf)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Invoice _.pdf"; filename*=UTF-8''Invoice%20%C3%BC.pdf`,
    )
    expect((await download(other, file.heddle_file)).status).toBe(404)
    expect((await download(runId, 'b'.repeat(64))).status).toBe(404)
  })

  it('starts nothing where it is unknown, another one than it says, or not accepted', async () => {
    await pass('Refused')
    const file = await uploaded()
    const notes = await uploaded('notes.txt', 'Hello')
    const wrong = [
      { ...file, heddle_file: 'c'.repeat(64) },
      { ...file, name: 'other.pdf' },
      { ...file, bytes: 7 },
      notes,
      'Invoice.pdf',
    ]
    for (const invoice of wrong) {
      const response = await start('Refused', { invoice })
      const { error } = (await response.json()) as { error: { code: string; errors?: readonly { path: string }[] } }
      expect([response.status, error.code]).toEqual([422, 'INVALID_INPUT'])
    }
    expect((await pool().query(`select from run where workflow = 'Refused'`)).rowCount).toBe(0)
    expect(await fileErrors(pool(), 'another', { invoice: { ...file } })).toHaveLength(1)
  })

  it('stays with its run, and goes a day after its last use; its content is read by no engine', async () => {
    await pass('Kept')
    const [used, unused] = [await uploaded(), await uploaded()]
    expect(used.heddle_file).not.toBe(unused.heddle_file)
    const runId = await started('Kept', { invoice: used })
    const old = async () => {
      await pool().query(`update payload set kept_at = now() - interval '2 days'`)
      const client = await pool().connect()
      await removeLeftovers(client, 100)
      client.release()
      return [await isStored(used.heddle_file), await isStored(unused.heddle_file)]
    }
    expect(await old()).toEqual([true, false])
    await eventually(async () => {
      const run = (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as { workflow_status: string }
      return run.workflow_status === 'COMPLETED' ? run : undefined
    })
    const caller = appRouter.createCaller({ ...api.services, actor: localActor })
    await eventually(() =>
      caller.runs.remove({ runId }).then(
        () => true,
        () => undefined,
      ),
    )
    expect(await old()).toEqual([false, false])
  })

  it('belongs to a decision as well', async () => {
    await publish(`workflow_type: Decided
steps:
  - name: Ask
    type: HUMAN
    form: { type: object, required: [proof], properties: { proof: { type: object, format: heddle-file } } }
`)
    const runId = await started('Decided', {})
    const caller = appRouter.createCaller({ ...api.services, actor: localActor })
    const { id: taskId } = await eventually(
      async () => (await pool().query<{ id: string }>('select id from human_task where run_id = $1', [runId])).rows[0],
    )
    const { revision } = await caller.inbox.get({ taskId })
    const proof = await uploaded('proof.txt', 'Signed.')
    const decide = (input: object) =>
      caller.inbox.decide({
        taskId,
        expectedRevision: revision,
        operationId: crypto.randomUUID(),
        input: input as never,
      })
    expect(await decide({ proof: { ...proof, heddle_file: 'd'.repeat(64) } })).toMatchObject({
      outcome: 'invalid',
      errors: [{ path: 'proof' }],
    })
    expect((await decide({ proof })).outcome).toMatch(/decided|accepted/)
    const response = await eventually(async () => {
      const answer = await download(runId, proof.heddle_file)
      return answer.status === 200 ? answer : undefined
    })
    expect(await response.text()).toBe('Signed.')
  })
})

describe('a form with a file', () => {
  let path = ''
  beforeAll(async () => {
    await publish(
      `workflow_type: Apply\ntriggers: [{ type: form, access: public }]\n${schema.replace('{ type: object, properties', '{ type: object, required: [invoice, name], properties').replace('{ invoice', '{ name: { type: string }, invoice')}\nsteps: [{ name: A, function: t.pass }]\n`,
    )
    const caller = appRouter.createCaller({ ...api.services, actor: localActor })
    const [listed] = await caller.triggers.list({ workflow: 'Apply' })
    path = (listed?.formPath ?? '').slice('/forms'.length)
  })
  const send = (fields: Readonly<Record<string, string | File>>, address = '192.0.2.1') => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return forms.request(path, { method: 'POST', headers: { [addressHeader]: address }, body })
  }
  const runs = async () => (await pool().query<{ id: string }>(`select id from run where workflow = 'Apply'`)).rows
  const invoice = () => new File([pdf], 'Invoice.pdf', { type: 'text/html' })

  it('offers a file field, and sends it in parts', async () => {
    const page = await (await forms.request(path)).text()
    expect(page).toContain('enctype="multipart/form-data"')
    expect(page).toMatch(/<input type="file" id="field-invoice"[^>]* accept=".pdf">/)
  })

  it('starts one run with the file, however often it is sent', async () => {
    const submission = crypto.randomUUID()
    for (let time = 0; time < 2; time += 1) {
      const response = await send({ name: 'Ana', invoice: invoice(), heddle_submission: submission })
      expect(response.status, await response.clone().text()).toBe(200)
    }
    const [run, more] = await runs()
    expect(more).toBeUndefined()
    const { rows } = await pool().query<{ sha256: string }>('select sha256 from payload_use where run_id = $1', [
      run?.id,
    ])
    expect(await (await download(run?.id ?? '', rows[0]?.sha256 ?? '')).text()).toBe(pdf)
  })

  it('says at the field what is wrong with a file, and starts nothing', async () => {
    const before = await runs()
    const cases: readonly (readonly [Readonly<Record<string, string | File>>, RegExp])[] = [
      [{ name: 'Ana' }, /field-invoice-fault">Fill in/],
      [{ name: 'Ana', invoice: 'no file' }, /field-invoice-fault">Fill in/],
      [{ name: 'Ana', invoice: new File(['x'], 'a.txt') }, /field-invoice-fault">a.txt is not accepted/],
      [{ name: 'Ana', invoice: new File(['x'], 'a.pdf') }, /field-invoice-fault">The content of a.pdf/],
      [{ name: 'Ana', invoice: new File([pdf.padEnd(5_001)], 'a.pdf') }, /field-invoice-fault">a.pdf is too large/],
    ]
    for (const [fields, problem] of cases) {
      const response = await send(fields, '192.0.2.2')
      expect(response.status).toBe(422)
      expect(await response.text()).toMatch(problem)
    }
    expect(await runs()).toEqual(before)
  })

  it('refuses a body that is too large, has too many parts, or did not arrive whole', async () => {
    const raw = (body: string) =>
      forms.request(path, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', [addressHeader]: '192.0.2.3' },
        body,
      })
    const part = '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n\r\n'
    expect((await raw('x'.repeat(26 * 1024 * 1024))).status).toBe(413)
    expect((await raw(`${part.repeat(600)}--b--\r\n`)).status).toBe(413)
    expect((await raw(part)).status).toBe(400)
  })
})

it('uploads that are under way are bounded, of one sender and in total', async () => {
  const gate = createUploadGate({ atOnce: 3, perSenderAtOnce: 2 })
  const open: (() => void)[] = []
  const hold = (sender: string) => gate.pass(sender, () => new Promise<void>((resolve) => open.push(resolve)))
  const first = [hold('a'), hold('a')]
  await expect(hold('a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  first.push(hold('b'))
  await expect(hold('c')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  for (const end of open) end()
  await Promise.all(first)
  await expect(gate.pass('a', async () => 1)).resolves.toBe(1)
})
